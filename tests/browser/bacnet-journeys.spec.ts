/** Journeys 1, 4, 5, 7, 10 and 14 with controllers that speak BACnet: what the pages say is what the devices hold. */
import { href } from '../../app/hrefs'
import { real } from '../harness/virtual-bacnet'
import { date as dateOf, day, exception, onDate } from '../harness/virtual-schedules'
import { type BacnetSite, expect, heldLevels, holdLevel, off, type Plant, test } from './bacnet-site'
import { countPages } from './count-pages'
import { expectAccessible } from './look'

test.describe.configure({ mode: 'default', timeout: 300_000 })
test.use({ actionTimeout: 20_000 })

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const plantAt = ({ plants }: BacnetSite, at: number): Plant => {
  const plant = plants[at]
  if (!plant) throw new Error('There is no such device')
  return plant
}

test('1: forty alarms that devices raised are acknowledged with one note, in the devices as well', async ({
  site,
  signIn,
  javaScriptEnabled,
}) => {
  const { plants, customer } = site
  for (const { alarms } of plants) {
    for (const input of [2, 3, 4, 5]) alarms.raise(input, { value: 71, priority: 40 })
    alarms.raise(1, { value: 300, priority: 200 })
  }
  // Devices behind a router are not notified of: their events are read each minute.
  await site.pass(61_000)
  const deviceIds = plants.map(({ id }) => id)
  const listed = async () => (await site.call('POST /alarms', { deviceIds, pageSize: 200 }, 'operations')).data.length
  await expect.poll(listed, { timeout: 30_000 }).toBe(50)

  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^40 critical$/ })
    .click()
  await expect(page).toHaveURL(/[?&]severity=critical/)
  const shared = page.url()
  if (javaScriptEnabled !== false) await expectAccessible(page)
  const boxes = await page.locator('[data-choice] > input').all()
  for (const box of boxes) await box.check()
  await page.getByRole('textbox', { name: /^Note/ }).fill('The chiller tripped')
  await page.getByRole('button', { name: 'Acknowledge…' }).click()
  await expect(page.getByText('40 alarms will be acknowledged')).toBeVisible()
  await page.getByRole('button', { name: 'Acknowledge 40 alarms' }).click()
  await expect(page.getByText('40 of 40 done')).toBeVisible({ timeout: 30_000 })
  await pages.expect(3)
  for (const { device } of plants) {
    const octets = device.octets()
    expect([1, 2, 3, 4, 5].map((input) => octets.get(`0:${input}/0`))).toEqual([
      '820560',
      ...Array.from({ length: 4 }, () => '8205e0'),
    ])
  }
  const noted = (await site.call('POST /alarms', { deviceIds, pageSize: 200 }, 'operations')).data
  expect(noted.filter((one: { ackComment: string | null }) => one.ackComment === 'The chiller tripped')).toHaveLength(
    40,
  )
  // The link shows a colleague the same view.
  await page.goto(shared)
  await expect(page.getByRole('main')).toContainText('No alarm matches')
  await expect(page.getByRole('main')).toContainText('Acknowledged (40)')
})

test('4: a fan is overridden for two hours in the device, and back to automatic after them', async ({
  site,
  signIn,
  javaScriptEnabled,
}) => {
  const { customer } = site
  const plant = plantAt(site, 0)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  await page.getByRole('banner').getByRole('searchbox').fill('Box 01 supply fan speed')
  await page.keyboard.press('Enter')
  await page.getByText('Override…').click()
  await page.getByLabel('Value (%)').fill('45')
  await page.getByLabel('Duration').fill('2')
  await page.getByLabel('Reason').fill('The belt is changed')
  await page.getByRole('button', { name: 'Override', exact: true }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Held at 45 % by Amélie Tremblay, at level 8')
  await expect(main).toContainText('The belt is changed')
  await expect(main).toContainText(/until/i)
  await pages.expect(2)
  expect(heldLevels(plant.device, 3)).toEqual({ 8: 45 })
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await site.pass(2 * hourMs + 1_000)
  await expect.poll(() => heldLevels(plant.device, 3), { timeout: 30_000 }).toEqual({})
  await page.reload()
  await expect(main).toContainText('Level 8 released on expiry')
  await expect(main).not.toContainText('Held at')
})

/** Overrides an output until somebody releases it, as somebody did who forgot it. */
async function forget(site: BacnetSite, plant: Plant, value: number) {
  const { id } = await site.pointOf(plant, 'Damper position')
  const { subscriptionId } = await site.call('PUT /points/subscribe', {
    ...{ deviceId: plant.id, pointIds: [id], leaseSec: 60 },
  })
  await site.call(`PUT /points/${id}/override`, { pointValue: value, subscriptionId, deviceId: plant.id })
  site.product.services.world.store.run(
    'UPDATE point_command SET at = at - ? WHERE point_id = ? AND level = 8',
    9 * 24 * hourMs,
    id,
  )
}

test('5: forgotten overrides are found and cleared in three pages, and nobody else’s levels', async ({
  site,
  signIn,
  javaScriptEnabled,
}) => {
  const { plants, customer } = site
  const forgotten = plants.slice(1, 7)
  const [program, panel, other] = [plantAt(site, 1), plantAt(site, 2), plantAt(site, 9)]
  holdLevel(program.device, 1, { level: 5, value: 33 })
  holdLevel(panel.device, 1, { level: 10, value: 20 })
  holdLevel(other.device, 1, { level: 8, value: 77 })
  for (const plant of forgotten) await forget(site, plant, 55)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  await page.getByRole('link', { name: /6 old overrides/ }).click()
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await page.getByRole('link', { name: 'Release all 6 overrides' }).click()
  await page.getByRole('textbox', { name: /Reason/ }).fill('Nobody needs them any more')
  await page.getByRole('button', { name: 'Release 6 overrides' }).click()
  await expect(page.getByRole('main')).toContainText('6 of 6 done', { timeout: 30_000 })
  await pages.expect(3)
  expect(plants.map(({ device }) => heldLevels(device, 1))).toEqual(
    plants.map((plant) =>
      plant === program ? { 5: 33 } : plant === panel ? { 10: 20 } : plant === other ? { 8: 77 } : {},
    ),
  )
  const written = forgotten.flatMap(({ device }) => device.changes.filter((one) => one.startsWith('1:1/85')))
  expect(written.filter((one) => one === '1:1/85@8=00')).toHaveLength(6)
  expect(written.filter((one) => !one.startsWith('1:1/85@8='))).toEqual([])
})

test('7: a holiday is added to every schedule of a site group, read in the devices, and removed again', async ({
  site,
  signIn,
  javaScriptEnabled,
}) => {
  const { plants, customer, groupName } = site
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  const main = page.getByRole('main')
  await page.getByRole('navigation').getByRole('link', { name: 'Schedules' }).first().click()
  await main.getByRole('link', { name: 'Add holiday to all' }).click()
  await main.getByLabel('Site group').selectOption({ label: groupName })
  await main.getByLabel('Name').fill('Founding day')
  await main.getByLabel('Date', { exact: true }).fill('*-12-28')
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await main.getByRole('button', { name: /Review/ }).click()
  await expect(main).toContainText('10 schedules')
  await main.getByRole('button', { name: 'Change 10 schedules' }).click()
  await expect(main).toContainText('10 have the exception “Founding day”')
  await pages.expect(4)
  const exceptions = () => plants.map(({ device }) => device.octets().get('17:1/38'))
  const founding = Buffer.from(exception(onDate(dateOf(null, 12, 28)), day([0, off]))).toString('hex')
  await expect.poll(exceptions, { timeout: 90_000 }).toEqual(plants.map(() => founding))
  // What the devices are read again after does not lose its name.
  await site.pass(20 * minuteMs)
  await page.reload()
  await expect(main).toContainText('10 have the exception “Founding day”')
  await expect(main).not.toContainText('Waiting to send')

  await page.goto(href('trail', customer, { lng: 'en' }))
  await page.locator('main tbody tr').first().getByRole('rowheader').getByRole('link').click()
  await main.getByRole('link', { name: /^Undo/ }).click()
  await main.getByRole('button', { name: /Review/ }).click()
  await main.getByRole('button', { name: 'Change 10 schedules' }).click()
  await expect.poll(exceptions, { timeout: 90_000 }).toEqual(plants.map(() => ''))
})

const role = { FLOW: 'Supply_Air_Flow_Sensor', FLOWSP: 'Supply_Air_Flow_Setpoint', OCC: 'Occupancy_Status' }

/** Puts a box behind each of some devices, with what is mapped of it; returns their ids. */
async function putBoxes(site: BacnetSite, plants: readonly Plant[], { isFlowMapped }: { isFlowMapped: boolean }) {
  const ids: string[] = []
  for (const plant of plants) {
    const { spaceId, name } = await site.call(`GET /devices/${plant.id}`)
    const [box] = await site.call(`POST /spaces/${spaceId}/equipment`, {
      ...{ name: `${name} terminal`, type: 'Variable_Air_Volume_Box' },
    })
    await site.call(`POST /equipment/devices/${plant.id}/link`, { equipmentIds: [box.id] })
    const { eTag } = await site.call('POST /points/point-mappings', { equipmentId: box.id })
    const points = { FLOWSP: 'Airflow setpoint', OCC: 'Occupancy', ...(isFlowMapped && { FLOW: 'Airflow' }) }
    const mappings = []
    for (const [name, point] of Object.entries(points))
      mappings.push({
        ...{ role: name, pointTypeId: role[name as keyof typeof role], pointId: (await site.pointOf(plant, point)).id },
      })
    await site.call('PUT /points/mapped-points', { equipmentId: box.id, eTag, mappings })
    ids.push(box.id)
  }
  return ids
}

test('14: a missing point is mapped on all like units in four pages, and coverage rises', async ({
  site,
  signIn,
  javaScriptEnabled,
}) => {
  const { plants, customer } = site
  await putBoxes(site, plants.slice(0, 9), { isFlowMapped: false })
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await main
    .getByRole('row', { name: /Low airflow/ })
    .getByRole('link')
    .nth(1)
    .click()
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Map the points of 9')
  await expect(main).toContainText('% confidence')
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await main.getByRole('button', { name: 'Review change' }).click()
  await main.getByRole('button', { name: 'Map on 9 pieces of equipment' }).click()
  await expect(main).toContainText('covered')
  await pages.expect(4)
})

test('10: a fault of a device is worked to its end in four pages, and comes back', async ({
  site,
  signIn,
  javaScriptEnabled,
}) => {
  const { customer } = site
  const plant = plantAt(site, 9)
  await putBoxes(site, [plant], { isFlowMapped: true })
  const measure = async (value: number, minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      plant.device.put(0, 1, { 85: real(value + (passed % 2)) })
      await site.pass(minuteMs)
    }
  }
  await measure(98, 35)
  await measure(40, 12)
  // What lasts is not fixed.
  await measure(98, 12)
  const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
  const pages = countPages(page)
  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Faults', exact: true }).click()
  await page
    .getByRole('row', { name: /Box 10 terminal/ })
    .getByRole('link')
    .first()
    .click()
  await expect(main).toContainText('Possible causes')
  await expect(main).toContainText('Evidence')
  await expect(main.locator('figure.chart svg .line path').first()).toBeVisible()
  await expect(main.getByRole('table', { name: 'Occurrences' })).toBeVisible()
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await main.locator('[name=resolution][value=fixed]').check()
  await main.locator('[name=comment]').fill('The damper was freed')
  await main.getByRole('button', { name: 'Review change' }).click()
  await main.getByRole('button', { name: 'Resolve 1 fault' }).click()
  await expect(main).toContainText(/Resolved by Amélie Tremblay/)
  await pages.expect(4)
  await main.getByLabel('Note', { exact: true }).fill('Watched for a day')
  await main.getByRole('button', { name: 'Add note' }).click()
  await expect(main.getByRole('listitem').filter({ hasText: 'Watched for a day' })).toBeVisible()

  await measure(98, 10)
  await measure(40, 12)
  await page.goto(href('customerFaults', customer, { lng: 'en' }))
  await expect(page.getByRole('row', { name: /Box 10 terminal/ })).toContainText('Recurred')
})
