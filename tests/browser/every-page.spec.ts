/** Every page that the walk does not look at: accessible in both themes and both languages, within 320 pixels, and as it was drawn. */
import { href } from '../../app/hrefs'
import { noGroup } from '../../app/paths'
import { viewNames, views } from '../../app/views'
import { seedId } from '../../services/kit/deterministic'
import { faultIdOf } from '../../services/operations/faults/fault-records'
import { productId } from '../../services/seed/catalogue-products'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { isFull } from '../promises/size'
import { test } from './fixtures'
import { looker, looks } from './look'

// They only look: whichever worker is free takes the next one. Many pages each, in four looks each where all is proved.
test.describe.configure({ mode: 'parallel', timeout: isFull ? 1_800_000 : 300_000 })

const placeOf = (product: Console) => {
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  return { tenantId, customerId: customerIdOf('CUS1004'), groupId: 'none', siteId: siteIdOf(41) }
}

test.beforeEach(({ javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'axe runs as a script')
})

test('pages of people, of the trail and of oneself', looks, async ({ product, signIn }) => {
  const at = placeOf(product)
  const userId = userIdOf('usha')
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [
    `${href('home', {})}?choose=1`,
    href('profile', {}),
    href('ownLists', {}),
    href('tenant', at),
    href('users', at),
    href('user', { ...at, userId }),
    href('userRoles', { ...at, userId }),
    href('userSettings', { ...at, userId }),
    href('newUser', at),
    href('usersRoleGiving', at, { user: userId }),
    href('usersOffboarding', at, { all: 1 }),
    href('trail', at),
    `${href('tenant', at)}/nowhere`,
  ])
    await look.at(address)
})

test('pages that change a tenant and a customer', looks, async ({ product, signIn }) => {
  const at = placeOf(product)
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [
    href('tenantSettings', at),
    href('tenantInitials', at),
    href('newCustomer', at),
    href('customerSettings', at),
    href('customerArchiving', at),
    href('customerDeletion', at),
  ])
    await look.at(address)
})

test('pages of controller models', looks, async ({ product, signIn }) => {
  const at = { ...placeOf(product), productId: productId('ECYVAV') }
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [href('models', at), href('model', at)]) await look.at(address)
})

test('pages across tenants, for those who reach all of them', looks, async ({ product, signIn }) => {
  const at = placeOf(product)
  const page = await signIn('marcus')
  const look = looker(page)
  for (const address of [href('tenants', {}), href('newTenant', {}), href('tenantOffboarding', at)])
    await look.at(address)
})

test('pages of network settings and of deployments', looks, async ({ product, signIn }) => {
  const at = placeOf(product)
  const chosen = ['montcalm-SCI-ECYVAV-1', 'montcalm-SCI-ECYVAV-2'].map(deviceIdOf)
  const residence = { ...at, siteId: siteIdOf(43), templateId: seedId('template', 'residence') }
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [
    href('siteNetwork', at),
    href('siteNetworkSettings', at, { device: chosen }),
    href('siteNetworkSettings', at),
    href('customerNetwork', at),
    href('customerNetworkSettings', at, { device: chosen }),
    href('customerNetworkSending', at, { device: chosen }),
    href('customerConfiguration', at),
    href('groupConfiguration', at),
    href('groupNetwork', at),
    href('sendsCancelling', at, { kind: 'network', device: chosen }),
    href('siteConfiguration', at),
    href('siteBacnet', at),
    href('siteBacnetSettings', at, { device: chosen }),
    href('siteTime', at),
    href('siteControllerNetworks', at),
    href('newControllerNetwork', at),
    href('siteTemplates', residence),
    href('newTemplate', residence),
    href('template', residence),
    href('templateSettings', residence),
    href('templateApplying', residence),
    href('siteTimeSettings', at, { device: chosen }),
    href('siteAdminUser', at),
    href('siteAdminPassword', at, { device: chosen }),
    href('siteGraphics', at),
    href('siteGraphicsFile', at, { device: chosen }),
    href('siteDesigner', { ...at, customerId: customerIdOf('CUS1001'), groupId: noGroup, siteId: siteIdOf(1) }),
    href('siteDesigner', at),
    href('siteDesigner', { ...at, siteId: siteIdOf(42) }),
    href('siteDesignerViewer', { ...at, customerId: customerIdOf('CUS1001'), groupId: noGroup, siteId: siteIdOf(1) }),
    href('customerDesigner', at),
    href('groupDesigner', at),
    href('packages', at),
    href('package', { ...at, packageName: 'fdd-agent' }),
    href('deployments', at),
    href('newDeployment', at),
    href('newDeployment', at, { all: 1, q: 'sci-' }),
  ])
    await look.at(address)
})

test('a plan, the page of what was done, and the record of it', looks, async ({ product, signIn }) => {
  const at = { ...placeOf(product), userId: userIdOf('daniel.whitehorse@boreal.example') }
  const page = await signIn('amelie')
  const look = looker(page)
  await page.goto(`${href('userRoles', at)}?lng=en`)
  await page.getByRole('radio').first().check()
  await page.getByLabel(/^Role in /).selectOption('admin')
  await page.getByRole('button', { name: 'Review change' }).click()
  await look.here('plan')
  await page.getByLabel('Reason').fill('Covers for a colleague')
  await page.locator('button[value=apply]').click()
  await look.here('after the change')
  await page.goto(href('trail', at))
  await page.getByRole('main').getByRole('table').getByRole('rowheader').getByRole('link').first().click()
  await look.here('record')
  await page.getByRole('link', { name: 'All records of this change' }).click()
  await look.here('change')
})

test('the pages before sign-in', looks, async ({ page, product }) => {
  const look = looker(page)
  await look.at('/login')
  await look.at('/login?errorCode=401')
  await page.goto(`${product.origin}/login/start`)
  await look.here('sign-in at the provider')
})

test('pages that change the tree', looks, async ({ product, signIn }) => {
  const at = { ...placeOf(product), groupId: seedId('group', 'Montcalm campuses') }
  const building = { ...at, buildingId: seedId('building', '41-1') }
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [
    href('customer', at),
    href('customerSites', at),
    href('siteMoves', at, { site: [at.siteId, siteIdOf(42)] }),
    href('siteMoves', at),
    href('newSite', at),
    href('siteImport', at),
    href('groupDeletion', at),
    href('siteSettings', at),
    href('siteArchiving', at),
    href('siteDeletion', at),
    href('buildingSettings', building),
    href('spacesEditing', building),
    href('newSpace', building),
  ])
    await look.at(address)
})

test('pages of faults, with their charts', looks, async ({ product, signIn }) => {
  const at = { ...placeOf(product), groupId: seedId('group', 'Montcalm campuses') }
  const faultId = faultIdOf(equipmentIdOf('AHU ART-01'), 'g36-ahu-fc1')
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [
    href('customerShift', at, { since: '24h' }),
    href('siteShift', at, { since: '2026-03-01T00:00:00Z' }),
    href('customerFaults', at),
    href('customerFaults', at, { status: 'all', category: 'comfort' }),
    href('siteFaults', at),
    href('fault', { ...at, faultId }),
    href('faultTrends', { ...at, faultId }, { range: '7d' }),
    href('faultsResolving', at, { fault: faultId }),
    href('chartGallery', at),
    href('drawingGallery', at),
  ])
    await look.at(address)
})

test('pages of rules, and the mapping of points', looks, async ({ product, signIn }) => {
  const at = { ...placeOf(product), ruleId: 'g36-vav-lowflow' }
  const served = {
    ...at,
    groupId: seedId('group', 'Montcalm campuses'),
    buildingId: seedId('building', '41-1'),
    spaceId: seedId('space', '41-1-1'),
    equipmentId: equipmentIdOf('VAV SCI-01'),
  }
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [
    href('customerRules', at),
    href('ruleCoverage', at),
    href('customerTrends', at),
    href('rule', at, { status: 'waitingForPoints' }),
    href('ruleSwitching', at, { equipment: equipmentIdOf('VAV ART-05') }),
    href('ruleSwitching', at, { equipment: equipmentIdOf('VAV ART-05'), to: 'off' }),
    href('pointsMapping', at, { rule: at.ruleId }),
    href('equipmentVariables', served),
    href('variablesCopying', served),
    href('equipmentMapping', served),
    href('roleMapping', { ...served, role: 'FLOW' }),
    href('equipmentUnmapping', served),
  ])
    await look.at(address)
})

test('pages of equipment, of points and of what is held', looks, async ({ product, signIn }) => {
  const at = {
    ...placeOf(product),
    groupId: seedId('group', 'Montcalm campuses'),
    buildingId: seedId('building', '41-1'),
    spaceId: seedId('space', '41-1-1'),
    equipmentId: equipmentIdOf('VAV SCI-01'),
    deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1'),
  }
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [
    href('space', at),
    href('customerLicences', at),
    href('customerEquipment', at),
    href('newEquipment', at),
    href('equipment', at),
    href('equipmentPoints', at),
    href('equipmentSettings', at),
    href('equipmentDeletion', at),
    href('equipmentLinking', at),
    href('customerPoints', at, { q: 'airflow' }),
    href('devicePoints', at),
    href('customerOverrides', at),
    href('search', at, { q: 'VAV SCI', kind: 'equipment' }),
  ])
    await look.at(address)
  await page.goto(href('devicePoints', at, { state: 'writable' }))
  const one = (await page.locator('main tbody th a').first().getAttribute('href')) ?? ''
  for (const address of [one, `${one}/override`, `${one}/value`, `${one}/emergency`]) await look.at(address)
})

test('pages of schedules, with their week and a day', looks, async ({ product, signIn }) => {
  const at = { ...placeOf(product), groupId: seedId('group', 'Montcalm campuses') }
  const page = await signIn('amelie')
  const look = looker(page)
  await look.at(href('customerSchedules', at))
  await look.at(href('siteScheduleDay', at, { date: '2026-12-25' }))
  await page.goto(href('siteSchedules', at))
  const one = await page.locator('main tbody th a').first().getAttribute('href')
  await look.at(one ?? '')
  await look.at(`${one}/settings`)
  await look.at(`${one}/deletion`)
  const controller = (one ?? '').replace(/\/schedules\/.*/, '')
  await look.at(`${controller}/calendars`)
  await look.at(`${controller}/calendars/new`)
  await look.at(`${controller}/schedules/new`)
})

test('pages that change controllers', looks, async ({ product, signIn }) => {
  const at = { ...placeOf(product), groupId: seedId('group', 'Montcalm campuses') }
  const building = { ...at, buildingId: seedId('building', '41-1') }
  const space = { ...building, spaceId: seedId('space', '41-1-1') }
  const device = { ...space, deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1') }
  const page = await signIn('amelie')
  const look = looker(page)
  for (const address of [
    href('customerAlarms', at),
    href('customerAlarms', at, { severity: 'critical', ack: 'unacknowledged' }),
    href('siteAlarms', at),
    href('spaceAlarms', space),
    href('deviceAlarms', device),
    href('customerDevices', at),
    href('devicesBuilder', at),
    href('buildingDevices', building),
    href('spaceDevices', space),
    href('newDevice', space),
    href('deviceSettings', device),
    href('device', device),
    href('deviceCatalogs', device),
    href('deviceHistorian', device),
    href('customerHistorian', at),
    href('customerDevices', at, { licence: 'exceeded' }),
    href('deviceBackups', device),
    href('newBackup', device),
    href('deviceReplacing', device),
    href('devicesDeletion', at, { device: device.deviceId }),
    href('deviceOnboardingRemoval', device),
  ])
    await look.at(address)
})

test('every view at every place where it stands', looks, async ({ product, signIn }) => {
  const at = {
    ...placeOf(product),
    groupId: seedId('group', 'Montcalm campuses'),
    buildingId: seedId('building', '41-1'),
    spaceId: seedId('space', '41-1-1'),
    deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1'),
    equipmentId: equipmentIdOf('VAV SCI-01'),
  }
  const page = await signIn('marcus', href('customer', at))
  const look = looker(page)
  const shown = viewNames.filter((one) => !/search|designer/i.test(one))
  for (const [turn, name] of shown.entries()) {
    const places = Object.values(views[name].at)
    // Everywhere in full; on every run at one place, another one from view to view.
    const met = isFull ? places : places.filter((_, place) => place === turn % places.length)
    for (const where of met) await look.at(href(where, at as never))
  }
})
