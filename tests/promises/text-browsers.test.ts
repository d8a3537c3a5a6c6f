/**
 * Journeys walked in real browsers for text: lynx and w3m, which know no scripts, no `formaction`, and of CSS nothing.
 * Only in full (`npm run prove`), and where the programs can be had.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { missingTextBrowsers } from '../../app/commands/text-browsers.mjs'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { reportAlarm } from '../../services/operations/alarms/alarm-records'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { startTextBrowser, type TextBrowser } from '../harness/text-browser'
import { englishReader, performed, trailOf } from '../requests/on-record'
import { type Places, placesOf } from './forms'
import { isFull, tell } from './size'

const missing = isFull ? missingTextBrowsers() : 'only in full'
if (isFull && missing) console.log(`The journeys in browsers for text are left out: ${missing}`)

/** What each of the two changes is its own. */
const own = {
  lynx: {
    controller: 'VAV SCI-01',
    key: 'SCI-ECYVAV-1',
    dns: '10.41.0.91',
    person: 'Sofia Marchetti',
    roles: 'etienne.roy',
  },
  w3m: { controller: 'VAV SCI-02', key: 'SCI-ECYVAV-2', dns: '10.41.0.92', person: 'Mei Chen', roles: 'hugo.lapointe' },
} as const

describe.skipIf(missing !== null).each(['lynx', 'w3m'] as const)('in %s', (name) => {
  let product: Console
  let at: Places
  let browser: TextBrowser
  let walked = 0
  const mine = own[name]
  const open = (address: string) => browser.open(product.origin + address)
  const calls = async () => (await performed(product)).map(({ method, path }) => `${method} ${path}`)

  beforeAll(async () => {
    product = await startTestConsole()
    at = placesOf(product)
    browser = await startTextBrowser(name, product.origin)
    await browser.sees('You sign in with your organisation')
    await browser.press('Sign in')
    await browser.sees('Plantroom evaluation sign-in')
    await browser.type('Login', 'amelie')
    await browser.type('Password', 'plantroom')
    await browser.press('Sign in')
    await browser.sees('Modifier l’organisation')
  })
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') walked += 1
  })
  afterAll(async () => {
    browser?.close()
    await product?.close()
    tell('TEXT', `${walked} journeys in ${name}`)
  })

  test('the language is changed, and stays', async () => {
    await browser.press('English')
    await browser.sees('Edit tenant')
    await open(href('customer', at.montcalm))
    await browser.sees('Edit customer')
  })

  test('a setting of a controller is changed', async () => {
    await open(href('siteNetwork', at.campus, { q: mine.controller }))
    await browser.sees('Change settings of the selected')
    await browser.tick(mine.controller)
    await browser.press('Change settings of the selected')
    await browser.sees(`Network settings of ${mine.controller}`)
    await browser.tick('No change: Leave Primary: Primary DNS server unchanged')
    await browser.type('Primary DNS server', mine.dns)
    await browser.press('Review change')
    await browser.sees('Save for 1 controller')
    await browser.press('Save for 1 controller')
    await browser.sees('All changes were made')
    expect(await calls()).toContainEqual(expect.stringMatching(/POST .*\/devices\/network$/))
  })

  test('what was changed is sent to the controller', async () => {
    await open(href('siteNetwork', at.campus, { q: mine.controller }))
    await browser.sees('Send to the selected')
    await browser.tick(mine.controller)
    await browser.press('Send to the selected')
    await browser.sees('Send to 1 controller')
    await browser.press('Send to 1 controller')
    await browser.sees('1 in progress')
    expect(await calls()).toContainEqual(expect.stringMatching(/POST .*\/devices\/configuration\/send$/))
  })

  test('what was changed is put back from its record', async () => {
    const reader = await englishReader(product, 'amelie')
    const saved = (await trailOf(reader, at.tenantId)).findLast(({ mutation }) => mutation === 'network.save')
    const sequence = String(saved?.intentSequence ?? saved?.sequence)
    await open(href('trailRecord', { tenantId: at.tenantId, sequence }))
    await browser.sees('Before and after')
    await browser.press('Revert…')
    await browser.sees(`Network settings of ${mine.controller}`)
    await browser.press('Review change')
    await browser.sees('Save for 1 controller')
    await browser.press('Save for 1 controller')
    await browser.sees('All changes were made')
  })

  test('a controller is onboarded from its label, after a wrong code', async () => {
    await open(href('customerOnboarding', at.montcalm))
    await browser.sees('Not onboarded')
    await browser.type('Host id', 'ECYVAV-1C020B')
    await browser.press('Find')
    const page = await browser.sees('On its label: ')
    await browser.type('Activation code', 'AAAA-BBBB')
    await browser.press('Onboard')
    await browser.sees('The activation code is wrong')
    await browser.type('Activation code', page.match(/On its label: (\S+)/)?.[1] ?? '')
    await browser.press('Onboard')
    await browser.sees('Onboarding in progress')
  })

  test('a tunnel is opened, and its address told', async () => {
    await open(href('customerTunnels', { ...at.montcalm, customerId: customerIdOf('CUS1001') }))
    await browser.sees('Open tunnel')
    await browser.type('Host id', 'ECY600-0A1001')
    await browser.type('Saved in the audit trail', 'Look')
    await browser.press('Open tunnel')
    expect(await browser.sees('The tunnel is being opened')).toContain('.tunnels.local/')
  })

  test('a package is deployed, chosen from its list', async () => {
    const [device = ''] = at.controllers(mine.key)
    await open(href('newDeployment', at.montcalm, { device }))
    await browser.sees('Packages')
    await browser.choose('Weather', '2.1.0')
    await browser.press('Review deployment')
    await browser.sees('Deploy to 1 controller')
    await browser.press('Deploy to 1 controller')
    await browser.sees('Install Weather')
    expect(await calls()).toContainEqual(expect.stringMatching(/POST .*\/deployments$/))
  })

  test('somebody is given roles in two customers, after seeing what that means', async () => {
    await open(href('userRoles', at.person(mine.roles)))
    await browser.sees('Roles in customers')
    await browser.tick('Roles in customers')
    await browser.choose('Académie Saint-Rémi', 'Customer user')
    await browser.choose('Université Montcalm', 'Customer administrator')
    await browser.press('Review change')
    await browser.sees('Assign the role “Customer user” in Académie Saint-Rémi.')
    await browser.sees('Assign the role “Customer administrator” in Université Montcalm.')
    await browser.type('Saved in the audit trail', 'Two campuses')
    await browser.press('Change roles')
    await browser.sees('Roles this person holds')
    const reader = await englishReader(product, 'amelie')
    const given = (await trailOf(reader, at.tenantId)).filter(
      ({ mutation, entry, outcome }) => mutation === 'user.changeRoles' && entry === 'outcome' && outcome === 'done',
    )
    expect(given.map(({ subject }) => subject.id)).toContain(at.person(mine.roles).userId)
  })

  test('somebody is offboarded, chosen in the list', async () => {
    await open(href('users', at, { q: mine.person.split(' ')[1] }))
    await browser.sees('Selected:')
    await browser.tick(mine.person)
    await browser.press('Offboard')
    await browser.sees('Offboard people')
    await browser.sees('Saved in the audit trail')
    await browser.type('Saved in the audit trail', 'Left')
    await browser.press('Offboard 1 person')
    await browser.sees('All changes were made')
  })

  /** Walked in lynx alone. */
  const inLynx = test.skipIf(name === 'w3m')

  /** The ids above a controller, and its own. */
  const placeOf = async (deviceId: string, customerId: string) => {
    const { body } = await product.services.call('site', `GET /devices/${deviceId}`, { as: 'marcus' })
    const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
    const above = { groupId: node('group'), siteId: body.siteId, buildingId: node('building'), spaceId: body.spaceId }
    return { tenantId: at.tenantId, customerId, ...above, deviceId }
  }

  inLynx('alarms are acknowledged with a note', async () => {
    const deviceId = deviceIdOf('montcalm-BIB-ECYVAV-9')
    reportAlarm(product.services.world, { deviceId, kind: 'zoneHot', into: 'highLimit' })
    await open(href('customerAlarms', at.montcalm, { state: 'active', severity: 'medium', q: 'VAV BIB-09' }))
    await browser.sees('Acknowledge…')
    // The filter above the rows has a box of the same severity.
    await browser.tick('Medium Zone temperature')
    await browser.type('Note', 'Seen on site')
    await browser.press('Acknowledge…')
    await browser.sees('1 alarm will be acknowledged')
    await browser.press('Acknowledge 1 alarm')
    await browser.sees('1 of 1 done')
  })

  inLynx('a fan is overridden for two hours', async () => {
    const fan = await placeOf(deviceIdOf('story-1'), customerIdOf('CUS1001'))
    await open(href('pointOverride', { ...fan, pointId: seedId('point', `${fan.deviceId}/analogOutput/4`) }))
    await browser.sees('Duration')
    await browser.type('Value (%)', '45')
    await browser.type('Duration', '2')
    await browser.type('Saved in the audit trail', 'The belt')
    await browser.press('Override')
    await browser.sees('Held at 45 % by Amélie Tremblay, at level 8')
  })

  inLynx('forgotten overrides are cleared', async () => {
    await open(href('customerOverrides', at.montcalm, { end: 'endless', age: '7' }))
    const page = await browser.sees('Release all')
    await browser.press(page.match(/Release all \d+ overrides/)?.[0] ?? 'Release')
    const plan = await browser.sees('Saved in the audit trail')
    await browser.type('Saved in the audit trail', 'Forgotten')
    await browser.press(plan.match(/Release \d+ overrides?/)?.[0] ?? 'Release')
    await browser.sees('done · Forgotten')
    expect(await calls()).toContainEqual(expect.stringMatching(/POST .*\/overrides\/release$/))
  })

  inLynx('a fault is worked to its end', async () => {
    const { id: faultId = '' } =
      product.services.world.store.get<{ id: string }>(
        'SELECT id FROM fault WHERE equipment_id = ?',
        equipmentIdOf('AHU GEN-01'),
      ) ?? {}
    await open(href('fault', { ...at.montcalm, faultId }))
    await browser.sees('Possible causes')
    await browser.tick('Fixed')
    await browser.press('Review change')
    await browser.sees('Resolve 1 fault')
    await browser.press('Resolve 1 fault')
    await browser.sees('Resolved by Amélie Tremblay')
  })

  inLynx('a site is built from rows', async () => {
    await open(href('siteImport', at.montcalm))
    await browser.sees('With the headings in the first row')
    await browser.type('With the headings in the first row', 'Site;Building\nEstuary;Pavilion')
    await browser.press('Review change')
    await browser.sees('2 to build')
    await browser.press('Build 2 items')
    await browser.sees('2 of 2 done')
  })

  inLynx('anything is found by its name', async () => {
    await open(href('customer', at.montcalm))
    await browser.sees('Needs attention')
    await browser.type('Name, host id, serial number…', 'VAV ART-01')
    await browser.press('Search')
    expect(await browser.sees('Controllers 1')).toContain('VAV ART-01')
  })

  inLynx('a missing point is mapped, and its rules start', async () => {
    await open(href('pointsMapping', at.montcalm, { equipment: equipmentIdOf('VAV SCI-01') }))
    await browser.sees('% confidence')
    await browser.press('Review change')
    await browser.sees('5 of 5 rules ready')
    await browser.press('Map on 1 piece of equipment')
    await browser.sees('100% covered')
  })

  inLynx('a holiday is added to every schedule of a site group', async () => {
    await open(href('customerScheduleExceptions', at.montcalm))
    await browser.sees('Date')
    await browser.choose('Site group', 'Montcalm campuses')
    await browser.type('Shown wherever the exception applies.', 'Inventory')
    await browser.type('*-12-25 is every year.', '*-10-02')
    await browser.press('Review change')
    await browser.sees('24 schedules')
    await browser.press('Change 24 schedules')
    await browser.sees('24 have the exception “Inventory”')
    expect(await calls()).toContainEqual(expect.stringMatching(/PUT .*\/schedules\//))
  })

  inLynx('a new password of the administrator is set and sent, and never shown', async () => {
    const [device = ''] = at.controllers('SCI-ECYVAV-4')
    await open(href('siteAdminPassword', at.campus, { device }))
    await browser.sees('Repeat password')
    await browser.type('The password is not shown again and cannot be looked up.', 'Kx7#vogelnest')
    await browser.type('Repeat password', 'Kx7#vogelnest')
    await browser.press('Set and send to 1 controller')
    expect(await browser.sees('1 in progress')).not.toContain('vogelnest')
    expect(await calls()).toContainEqual(expect.stringMatching(/POST .*\/devices\/admin-user$/))
  })

  inLynx('a dead controller is replaced from its backup', async () => {
    const [dead = '', fresh = ''] = at.controllers('RES-ECY303-1', 'GEN-ECY303-1')
    const place = { ...(await placeOf(dead, at.montcalm.customerId)), siteId: siteIdOf(43) }
    await open(href('deviceReplacing', place, { by: fresh }))
    await browser.sees('1 · Onboard the new controller')
    await browser.press('Restore Avant la panne')
    await browser.sees('are not restored while that controller has them')
    await browser.type('Saved in the audit trail', 'It is dead')
    await browser.press('Restore')
    await browser.sees('3 · Restore the backup')
  })
})
