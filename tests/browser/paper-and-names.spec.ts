/** Lists on paper begin on the first page and say whose they are; names without a space keep inside their page. */
import { href } from '../../app/hrefs'
import { type PathName, paths } from '../../app/paths'
import { seedId } from '../../services/kit/deterministic'
import { productId } from '../../services/seed/catalogue-products'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { routeNames } from '../harness/every-route'
import { moduleOf } from '../harness/module-of'
import { isFull } from '../promises/size'
import { changeForm, trailOf } from '../requests/on-record'
import { expect, test } from './fixtures'
import { looks } from './look'

test('a list on paper begins on the first page, with its place, its filter and who had it printed', async ({
  product,
  signIn,
}) => {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie')
  await page.goto(`${href('customerDevices', at, { onboarded: 'true' })}&lng=en`)
  await page.emulateMedia({ media: 'print' })
  const panel = page.locator('.panel').filter({ has: page.getByRole('table') })
  expect(await panel.evaluate((one) => getComputedStyle(one).breakInside)).toBe('auto')
  expect(
    await panel
      .locator('tbody tr')
      .first()
      .evaluate((one) => getComputedStyle(one).breakInside),
  ).toBe('avoid')
  await expect(page.getByText(/Université Montcalm · Plantroom, for Amélie Tremblay, \d{4}-/)).toBeVisible()
  await expect(page.locator('.filters .chip')).toHaveText('Onboarding Onboarded')
  await expect(page.locator('main input[type=checkbox]:visible')).toHaveCount(0)
  await expect(page.locator('main button:visible, main .button:visible')).toHaveCount(0)
  await expect(page.locator('.filters :is(select, input, details):visible')).toHaveCount(0)
})

/** Addresses without a page of their own to look at, calls of the designer, or with none while nothing is archived, backed up, left over or signed out. */
const withoutPage =
  /Csv$|^designer|^siteDesigner(Ticket|Picture)$|^(login|logout|refused$|deviceById$|trailExport$|siteImportTemplate$|siteImportFile$)|Restoring$|Rest$|Live$|^deviceGraphicsContent$|^backupDeletion$/

const place = /^(customer|group|site|building|space|device)(?=[A-Z])/

/**
 * The pages to look at: of those that show the same of several places only the lowest place, which has the names of all
 * above it in its path, and of these every third; in full each.
 */
async function looked(): Promise<PathName[]> {
  const names = routeNames.filter((one) => !withoutPage.test(one))
  if (isFull) return names
  const modules = await moduleOf()
  const fileOf = (name: PathName) => modules.get(paths[name])?.file
  const lowest = new Map(names.map((name) => [`${name.replace(place, '')} ${fileOf(name)}`, name]))
  return [...lowest.values()].filter((_, place) => place % 3 === 0)
}

test(
  'names of two hundred letters without a space keep inside every page',
  looks,
  async ({ product, signIn, javaScriptEnabled }) => {
    test.skip(javaScriptEnabled !== false, 'once is enough: scripts add no names')
    test.setTimeout(240_000)
    const { world } = product.services
    const long = (letter: string) => letter.repeat(200)
    const device = deviceIdOf('montcalm-SCI-ECY303-1')
    const { space_id: spaceId = '' } =
      world.store.get<{ space_id: string }>('SELECT space_id FROM device WHERE id = ?', device) ?? {}
    const tenantId = tenantIdOf(world, 'boreal')
    const user = userIdOf('fatou.diallo@boreal.example')
    const at = {
      tenantId,
      customerId: customerIdOf('CUS1004'),
      groupId: seedId('group', 'Montcalm campuses'),
      siteId: siteIdOf(41),
      buildingId: seedId('building', '41-1'),
      spaceId,
      deviceId: device,
      userId: user,
      productId: productId('ECY303'),
      packageName: 'fdd-agent',
    }
    const { store } = world
    const rename = (table: string, name: string, id: string) =>
      store.run(`UPDATE ${table} SET name = ? WHERE id = ?`, name, id)
    rename('tenant', long('T'), at.tenantId)
    rename('customer', long('C'), at.customerId)
    rename('site_group', long('G'), at.groupId)
    rename('site', long('S'), at.siteId)
    rename('building', long('B'), at.buildingId)
    rename('space', long('P'), at.spaceId)
    rename('device', long('D'), device)
    store.run('UPDATE customer SET description = ? WHERE id = ?', long('c'), at.customerId)
    store.run(
      'UPDATE tenant SET domains = ? WHERE id = ?',
      JSON.stringify([`${'t'.repeat(60)}.`.repeat(3) + 'example']),
      tenantId,
    )
    store.run(
      'UPDATE tenant_user SET first_name = ?, last_name = ?, email = ? WHERE id = ?',
      long('F'),
      long('L'),
      `${long('f')}@boreal.example`,
      user,
    )
    store.run(`UPDATE package SET body = json_set(body, '$.displayName', ?, '$.description', ?)`, long('K'), long('k'))
    store.run(
      `UPDATE host_schedule SET schedules = json_set(schedules, '$[0].name', ?, '$[0].description', ?,
     '$[0].exceptionSchedule[0].name', ?), calendars = json_set(calendars, '$[0].name', ?) WHERE device_id = ?`,
      ...[long('H'), long('h'), long('E'), long('A'), device],
    )
    const { operation_id: operationId = '' } =
      store.get<{ operation_id: string }>('SELECT operation_id FROM deployment WHERE customer_id = ?', at.customerId) ??
      {}
    store.run('UPDATE deployment SET message = ?, requested_by_name = ?', long('M'), long('R'))
    // The catalogues were read by who came before.
    await product.stop()
    await product.start()

    const editor = await product.signedIn('marcus')
    const settings = await editor.get(href('customerSettings', at))
    const described = { description: long('d'), reason: long('r') }
    await settings.submit(changeForm, { fill: described })
    const network = await editor.get(href('siteNetworkSettings', at, { device }))
    const plan = await network.submit(changeForm, {
      fill: { 'primary.primaryDns': '10.41.0.99', 'keep.primary.primaryDns': null },
    })
    await plan.submit(changeForm, { press: '_stage=apply', fill: { reason: long('r') } })
    const times = await editor.get(href('siteTimeSettings', at, { device }))
    const zone = await times.submit(changeForm, { fill: { timeZone: 'America/Halifax', 'keep.timeZone': null } })
    await zone.submit(changeForm, { press: '_stage=apply', fill: { reason: long('r') } })
    const bacnet = await editor.get(href('siteBacnetSettings', at, { device }))
    const port = await bacnet.submit(changeForm, { fill: { 'ip.udpPort': '47809', 'keep.ip.udpPort': null } })
    await port.submit(changeForm, { press: '_stage=apply', fill: { reason: long('r') } })
    const giving = await editor.get(href('usersRoleGiving', at, { user }))
    const given = await giving.submit(changeForm, { fill: { role: 'admin' } })
    await given.submit(changeForm, { press: '_stage=apply', fill: { reason: long('r') } })
    const shift = await editor.get(href('customerShift', at))
    await shift.submit('main form:has(textarea)', { fill: { text: long('n') } })
    const records = await trailOf(editor, tenantId)
    const latest = (name: string) => records.findLast(({ mutation }) => mutation === name)
    const [saved, sent, timed, ported, promoted] = [
      'customer.edit',
      'network.save',
      'time.save',
      'bacnet.save',
      'user.addRole',
    ].map(latest)
    const sequence = String(saved?.intentSequence ?? saved?.sequence)
    const tunnelId = seedId('tunnel', 'long')
    store.run(
      `INSERT INTO tunnel (id, tenant_id, customer_id, device_id, service, target_port, reason, status, created_by_id,
     created_by_name, created_at) VALUES (?,?,?,?,'https',443,?,'Closed',NULL,?,?)`,
      ...[tunnelId, tenantId, at.customerId, device, long('o'), long('R'), Date.now()],
    )
    const idIn = (table: string) =>
      store.get<{ id: string }>(`SELECT id FROM ${table} WHERE customer_id = ? ORDER BY id`, at.customerId)?.id ?? ''
    const [alarmId, faultId] = [idIn('alarm'), idIn('fault')]
    const ofDevice = (from: string) => store.get<{ id: string }>(`SELECT ${from} WHERE device_id = ?`, device)?.id ?? ''
    const everything = {
      ...at,
      operationId,
      sequence,
      tunnelId,
      alarmId,
      faultId,
      // A note has the id of its change.
      noteId: latest('shift.note')?.changeId ?? '',
      ruleId: 'g36-vav-lowflow',
      equipmentId: ofDevice('min(equipment_id) AS id FROM equipment_device'),
      pointId: seedId('point', `${device}/analogValue/1`),
    }
    /** The one template of the seed stands on a site of its own. */
    const ofTemplate = { siteId: siteIdOf(43), templateId: seedId('template', 'residence') }
    const ofSchedule = { deviceId: device, scheduleId: 'sch-1', calendarId: 'cal-1' }
    /** Equipment with a role that takes a point of its controller. */
    const ofRole = { spaceId: seedId('space', '41-1-1'), equipmentId: equipmentIdOf('VAV SCI-01'), role: 'FLOW' }
    const ofOthers: readonly [RegExp, Record<string, string>][] = [
      [/^roleMapping$/, ofRole],
      [/^template/, ofTemplate],
      [/^deviceSchedule$|^schedule(Settings|Deletion)$|Calendars?$|^calendar/, ofSchedule],
    ]
    const queries: Partial<Record<PathName, Record<string, string>>> = {
      home: { choose: '1' },
      tenantSearch: { q: 'DDDD' },
      search: { q: 'DDDD' },
      usersRoleGiving: { user },
      usersRoleTaking: { user },
      usersOffboarding: { user },
      usersDeletion: { user },
      siteMoves: { site: at.siteId },
      devicesDeletion: { device },
      newDeployment: { device },
      alarmsAcknowledging: { alarm: alarmId },
      faultsResolving: { fault: faultId },
      siteBacnetSettings: { device },
      siteBacnetSending: { device },
      customerBacnetSettings: { device },
      customerBacnetSending: { device },
      siteTimeSettings: { device },
      siteTimeSending: { device },
      customerTimeSettings: { device },
      customerTimeSending: { device },
      siteNetworkSettings: { device },
      siteNetworkSending: { device },
      customerNetworkSettings: { device },
      customerNetworkSending: { device },
    }

    const page = await signIn('marcus')
    const wide: string[] = []
    const measure = async (what: string) => {
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const taken = await page.evaluate(() => document.documentElement.scrollWidth)
        if (taken > width) wide.push(`${what}: ${taken} at ${width}`)
      }
    }
    const names = await looked()
    expect(names.length).toBeGreaterThan(isFull ? 200 : 50)
    for (const name of names) {
      const changed =
        { timePuttingBack: timed, bacnetPuttingBack: ported, usersRolesPuttingBack: promoted }[name as string] ?? sent
      const changeId = changed?.changeId ?? ''
      const own = ofOthers.find(([names]) => names.test(name))?.[1] ?? {}
      const address = href(name, { ...everything, ...own, changeId } as never, queries[name])
      const answer = await page.goto(address)
      if (answer?.status() !== 200) wide.push(`${name}: ${answer?.status()}`)
      await measure(name)
    }
    expect(wide).toEqual([])
  },
)

test('crumbs of very long names stand beside one another on a desk, each with a sign and a letter', async ({
  product,
  signIn,
}) => {
  const { store } = product.services.world
  const device = deviceIdOf('montcalm-SCI-ECY303-1')
  const page = await signIn('amelie')
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [table, id] of [
    ['customer', customerIdOf('CUS1004')],
    ['site_group', seedId('group', 'Montcalm campuses')],
    ['site', siteIdOf(41)],
    ['building', seedId('building', '41-1')],
    ['device', device],
  ] as const)
    store.run(`UPDATE ${table} SET name = ? WHERE id = ?`, 'Very long name '.repeat(12).trim(), id)
  const { space_id: spaceId = '' } =
    store.get<{ space_id: string }>('SELECT space_id FROM device WHERE id = ?', device) ?? {}
  const at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: seedId('building', '41-1'),
    spaceId,
    deviceId: device,
  }
  for (const name of ['device', 'deviceTime', 'building', 'site', 'customerAlarms'] as const) {
    await page.goto(href(name, at, { lng: 'en' }))
    const parts = await page.locator('.crumbs ol > li > :is(a, .icon, details)').evaluateAll((all) =>
      all.map((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return { left, right, width }
      }),
    )
    expect(parts.length, name).toBeGreaterThan(2)
    const overlaps = parts.slice(1).filter(({ left }, index) => left < (parts[index]?.right ?? 0))
    expect(overlaps, name).toEqual([])
    expect(Math.min(...parts.map(({ width }) => width)), name).toBeGreaterThanOrEqual(12)
    const bar = await page.locator('.way').evaluate((one) => one.scrollWidth - one.clientWidth)
    expect(bar, name).toBeLessThanOrEqual(0)
  }
})
