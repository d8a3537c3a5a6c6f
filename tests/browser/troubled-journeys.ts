/**
 * The journeys as they meet trouble: how the form of each is begun with everything typed, by which call it is done, and
 * which trouble cannot be in its way. Journeys 1 and 10 meet theirs in `alarms.spec.ts` and `faults.spec.ts`.
 */
import { href } from '../../app/hrefs'
import errors from '../../app/i18n/en/errors'
import { seedId } from '../../services/kit/deterministic'
import type { JournalEntry } from '../../services/kit/journal'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { issueActivationCode } from '../../services/site/onboarding/activation-codes'
import type { Console } from '../harness/console'
import { englishReader, watch } from '../requests/on-record'
import { labelCode, tunnelled, waiting } from './fleet'
import type { Walk } from './troubles'

const customerOf = ({ services }: Console, code = 'CUS1004') => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf(code),
})
const device = (key: string) => deviceIdOf(`montcalm-${key}`)
const entities = ({ entityIds }: JournalEntry) => entityIds
const single = 'it is one thing, done by a call of its own'

/** Two variable air volume boxes a turn, which nothing else happened to. */
const boxes = (building: string, turn: number) =>
  [2 * turn + 1, 2 * turn + 2].map((number) => device(`${building}-ECYVAV-${number}`))

/** The controller refuses what many are written, until it is taken back. */
async function refusing(product: Console, deviceId: string, refusal: object = { kind: 'partialWrite' }) {
  const { body } = await product.services.call('site', `GET /devices/${deviceId}`, { as: 'amelie' })
  const made = await product.services.control(`POST /devices/${body.hostId}/inject`, refusal)
  return {
    words: errors.controllerRefused,
    end: () => product.services.control(`DELETE /devices/${body.hostId}/inject/${made.body.id}`),
  }
}

const network: Walk = {
  journey: 3,
  what: 'name server of two controllers',
  service: 'device-configuration',
  match: 'POST /devices/network',
  things: (one) => (one.path.endsWith('/devices/network') ? entities(one) : []),
  many: 2,
  review: /^Review change$/,
  apply: /^Save for \d+ controller/,
  async begin({ page, product, hasScripts, turn }) {
    const chosen = boxes('SCI', turn)
    const [dns, reason] = [`10.41.7.${turn + 1}`, `New name server ${turn}`]
    await page.goto(href('customerNetworkSettings', customerOf(product), { device: chosen, lng: 'en' }))
    await page.locator('[name="primary.primaryDns"]').fill(dns)
    if (!hasScripts) await page.locator('[name="keep.primary.primaryDns"]').uncheck()
    await page.getByRole('button', { name: 'Review change' }).click()
    await page.getByLabel('Reason').fill(reason)
    return {
      typed: [dns, reason],
      async elsewhere() {
        const body = { eTag: null, deviceIds: chosen, value: { primary: { ipv4: { primaryDns: '10.41.8.8' } } } }
        await product.services.call('device-configuration', 'POST /devices/network', { as: 'marcus', body })
        return undefined
      },
      refuseOne: () => refusing(product, chosen[0] ?? ''),
    }
  },
}

const fanPoint = seedId('point', `${deviceIdOf('story-1')}/analogOutput/4`)

const fan: Walk = {
  journey: 4,
  what: 'a fan held for two hours',
  service: 'site',
  match: `PUT /points/${fanPoint}/timed-override`,
  things: (one) => (one.path.endsWith('/timed-override') ? [one.path] : []),
  many: 1,
  apply: /^Override$/,
  cannot: { 'one of several is refused': single },
  async begin({ page, product, turn }) {
    const { call } = product.services
    const deviceId = deviceIdOf('story-1')
    const { body } = await call('site', `GET /devices/${deviceId}`, { as: 'marcus' })
    const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
    const pointId = fanPoint
    const { siteId, spaceId } = body
    const place = { groupId: node('group'), siteId, buildingId: node('building'), spaceId, deviceId, pointId }
    const [value, reason] = [String(40 + turn), `The belt is changed ${turn}`]
    await page.goto(href('pointOverride', { ...customerOf(product, 'CUS1001'), ...place }, { lng: 'en' }))
    await page.getByLabel('Value (%)').fill(value)
    await page.getByLabel('Duration').fill('2')
    await page.getByLabel('Reason').fill(reason)
    return {
      typed: [value, reason],
      async elsewhere() {
        const watched = { deviceId, pointIds: [pointId] }
        const subscribed = await call('site', 'PUT /points/subscribe', { as: 'marcus', body: watched })
        const theirs = { pointValue: 80, subscriptionId: subscribed.body.subscriptionId, deviceId }
        await call('site', `PUT /points/${pointId}/override`, { as: 'marcus', body: theirs })
        return undefined
      },
      after: () => call('site', `PUT /points/${pointId}/auto`, { as: 'marcus', body: {} }),
    }
  },
}

const holiday: Walk = {
  journey: 7,
  what: 'a holiday in every schedule',
  service: 'operations',
  match: 'PUT /schedules',
  // Of the 24 schedules on 18 controllers, a controller's are saved together.
  things: (one) => (one.path.includes('/schedules') ? [one.path] : []),
  many: 18,
  review: /^Review/,
  apply: /^Change \d+ schedule/,
  async begin({ page, product, turn }) {
    const [name, reason] = [`Congé ${turn}`, `Statutory ${turn}`]
    const address = href('customerScheduleExceptions', customerOf(product), { lng: 'en' })
    const main = page.getByRole('main')
    const plan = async (called: string, date: string) => {
      await page.goto(address)
      await main.getByLabel('Name').fill(called)
      await main.getByLabel('Date', { exact: true }).fill(date)
      await main.getByRole('button', { name: /^Review/ }).click()
    }
    await plan(name, `*-06-${10 + turn}`)
    await main.getByLabel('Reason').fill(reason)
    return {
      typed: [name, reason],
      async elsewhere() {
        const visitor = await product.signedIn('marcus')
        const fill = { name: `Fête ${turn}`, date: `*-07-${10 + turn}` }
        const theirs = await (await visitor.get(address)).submit('main form[method=post]', { fill })
        await theirs.submit('main form[method=post]', { press: '_stage=apply' })
        return undefined
      },
      async refuseOne() {
        const fault = { match: 'PUT /schedules', kind: 'status', status: 422, errorCode: 4801, times: 1 }
        await product.services.control('POST /services/operations/inject', fault)
        return { words: errors.catalogue.schedule, end: async () => undefined }
      },
    }
  },
}

const rollout: Walk = {
  journey: 2,
  what: 'a package for two controllers',
  service: 'site',
  match: 'POST /devices/deployments',
  things: (one) => (one.path.endsWith('/devices/deployments') ? entities(one) : []),
  many: 2,
  review: /^Review deployment$/,
  apply: /^Deploy to \d+ controller/,
  async begin({ page, product, turn }) {
    const chosen =
      turn < 4 ? boxes('ART', turn + 1) : ['GEN', 'BIB'].map((building) => device(`${building}-ECYVAV-${turn}`))
    const reason = `Forecast points ${turn}`
    const wish = ['install:weather@2.0.0']
    await page.goto(href('newDeployment', customerOf(product), { device: chosen, wish, lng: 'en' }))
    await page.getByRole('button', { name: 'Review deployment' }).click()
    await page.getByLabel('Reason').fill(reason)
    return {
      typed: [reason, 'Weather'],
      async elsewhere() {
        const asked = { packageName: 'weather', packageKey: 'weather@2.0.0', version: '2.0.0' }
        const body = { operations: [{ deviceId: chosen[0], type: 'Install', ...asked }] }
        const { status } = await product.services.call('site', 'POST /devices/deployments', { as: 'marcus', body })
        if (status !== 202) throw new Error(`Nobody else deploys: ${status}`)
        return 1
      },
      refuseOne: () => refusing(product, chosen[0] ?? ''),
    }
  },
}

const clearing: Walk = {
  journey: 5,
  what: 'forgotten overrides that are cleared',
  service: 'site',
  match: 'POST /x/overrides/release',
  things: (one) => (one.path.endsWith('/x/overrides/release') ? entities(one) : []),
  many: 2,
  apply: /^Release \d+ overrides?$/,
  async begin({ page, product, turn }) {
    const customer = customerOf(product)
    const { call } = product.services
    const { body } = await call('site', `GET /x/overrides?customerId=${customer.customerId}&level=8&pageSize=200`, {
      as: 'marcus',
    })
    const held = body.data as { deviceId: string; pointId: string }[]
    const [first, second] = held.filter(({ deviceId }, at) => held.findIndex((one) => one.deviceId === deviceId) === at)
    if (!first || !second) throw new Error('Too few points are held')
    const override = [first, second].map(({ deviceId, pointId }) => `${deviceId}.${pointId}.8`)
    const reason = `Nobody needs them ${turn}`
    await page.goto(href('overridesClearing', customer, { override, lng: 'en' }))
    await page.getByRole('textbox', { name: /Reason/ }).fill(reason)
    return {
      typed: [reason],
      async elsewhere() {
        await call('site', `PUT /points/${first.pointId}/auto`, { as: 'marcus', body: {} })
        return 1
      },
      refuseOne: () => refusing(product, first.deviceId, { kind: 'rejectConfig', params: { type: 'point' } }),
    }
  },
}

const backAgain: Walk = {
  journey: 6,
  what: 'a site put back as it was',
  service: 'site',
  match: 'PUT /sites/',
  things: (one) => (one.method === 'PUT' && /\/sites\/[^/]+$/.test(one.path) ? [one.path] : []),
  many: 1,
  apply: /^Save$/,
  cannot: { 'one of several is refused': single },
  async begin({ page, product, turn }) {
    const at = { ...customerOf(product), groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(42) }
    const visitor = await englishReader(product, 'amelie')
    const describe = async (description: string) => {
      const form = await visitor.get(href('siteSettings', at))
      await form.submit('main form[method=post]', { fill: { description } })
    }
    const [first, reason] = [`First words ${turn}`, `It was right before ${turn}`]
    await describe(first)
    const seen = await watch(product, visitor)
    await describe(`Second words ${turn}`)
    const [record] = await seen.records()
    await page.goto(href('siteSettings', at, { putBack: record?.sequence, lng: 'en' }))
    await page.getByLabel(/^Reason/).fill(reason)
    return {
      typed: [first, reason],
      async elsewhere() {
        await describe(`Third words ${turn}`)
        return undefined
      },
    }
  },
}

const onboarding: Walk = {
  journey: 8,
  what: 'a controller that is onboarded',
  service: 'site',
  get match() {
    return `POST /devices/${deviceIdOf('montcalm-BIB-ECYVAV-11')}/onboard`
  },
  things: (one) => (/\/devices\/[^/]+\/onboard/.test(one.path) ? [one.path] : []),
  many: 1,
  apply: /^Onboard$|^Try again$/,
  over: 'Onboarding in progress',
  cannot: {
    'one of several is refused': single,
    'somebody else changed it': 'the record of an onboarding has no version: one that is under way refuses another',
  },
  async begin({ page, product }) {
    const { world, call } = product.services
    const { customer, first } = waiting(product)
    if (!labelCode(product, first)) issueActivationCode(world, first.id)
    const code = labelCode(product, first)
    await page.goto(href('customerOnboarding', customer, { q: first.hostId, lng: 'en' }))
    return {
      typed: [first.hostId],
      typeSecrets: () => page.getByLabel('Activation code').fill(code),
      async after() {
        world.clock.advance(90_000)
        await call('site', `DELETE /devices/${first.id}/onboarding`, { as: 'amelie' })
      },
    }
  },
}

const tunnel: Walk = {
  journey: 9,
  what: 'a tunnel with a reason',
  service: 'site',
  match: `POST /devices/${deviceIdOf('story-1')}/tunnels`,
  things: (one) => (one.method === 'POST' && one.path.endsWith('/tunnels') ? [one.path] : []),
  many: 1,
  apply: /^Open tunnel$/,
  cannot: {
    'one of several is refused': single,
    'somebody else changed it': 'what is opened is new: there is no version of it',
  },
  async begin({ page, product, turn }) {
    const { customer, open } = await tunnelled(product)
    const reason = `Read the trend ${turn}`
    const closeAll = async () => {
      const { body } = await product.services.call('site', `GET /devices/${open.id}/tunnels`, { as: 'amelie' })
      for (const { tunnelId } of body)
        await product.services.call('site', `DELETE /devices/${open.id}/tunnels/${tunnelId}`, { as: 'amelie' })
    }
    await closeAll()
    await page.goto(href('customerTunnels', customer, { lng: 'en' }))
    await page.getByRole('textbox', { name: 'Host id' }).fill(open.hostId)
    await page.getByLabel('15 minutes').check()
    await page.getByLabel('Reason').fill(reason)
    return { typed: [open.hostId, reason], after: closeAll }
  },
}

const people = ['hugo.lapointe', 'mei.chen', 'sofia.marchetti', 'etienne.roy', 'daniel.whitehorse', 'fatou.diallo']

const roles: Walk = {
  journey: 11,
  what: 'roles in two customers',
  service: 'tenant',
  match: 'POST /tenants/',
  things: (one) => (one.path.endsWith('/customer-permissions') ? [JSON.stringify(one)] : []),
  many: 2,
  review: /^Review change$/,
  apply: /^Change roles/,
  cannot: { 'one of several is refused': 'the roles of one person are one thing' },
  async begin({ page, product, turn }) {
    const { tenantId } = customerOf(product)
    const userId = userIdOf(`${people[turn]}@boreal.example`)
    const reason = `Looks after two campuses ${turn}`
    await page.goto(href('userRoles', { tenantId, userId }, { lng: 'en' }))
    await page.getByLabel(/^Roles in customers/).check()
    await page.getByLabel('Académie Saint-Rémi').selectOption('Customer user')
    await page.getByLabel('Université Montcalm').selectOption('Customer administrator')
    await page.getByRole('button', { name: 'Review change' }).click()
    await page.getByLabel('Reason').fill(reason)
    return {
      typed: [reason, 'Académie Saint-Rémi', 'Université Montcalm'],
      async elsewhere() {
        const body = { roleInCustomer: 'customer-user', userIds: [userId], customerId: customerIdOf('CUS1001') }
        const line = `DELETE /tenants/${tenantId}/users/roles/${product.services.settings.roleIds.user}`
        await product.services.call('tenant', line, { as: 'marcus', body: [userId] })
        await product.services.call('tenant', `POST /tenants/${tenantId}/customer-permissions`, { as: 'marcus', body })
        return undefined
      },
    }
  },
}

const building: Walk = {
  journey: 12,
  what: 'a site from rows',
  service: 'site',
  // The second of the three that are built.
  match: 'POST /sites/',
  things: (one) => (one.method === 'POST' && /\/(sites|buildings|spaces)$/.test(one.path) ? entities(one) : []),
  many: 3,
  review: /^Review change$/,
  apply: /^Build \d+ item/,
  cannot: { 'somebody else changed it': 'what is built is new: there is no version of it' },
  async begin({ page, product, turn }) {
    const [name, reason] = [`Campus ${turn}`, `The new campus ${turn}`]
    await page.goto(href('siteImport', customerOf(product), { lng: 'en' }))
    await page.getByText('Paste rows instead of a file').click()
    await page
      .getByRole('main')
      .locator('textarea[name=rows]')
      .fill(['Site,Building,Space', `${name},Pavilion,Room 1`].join('\n'))
    await page.getByRole('button', { name: 'Review change' }).click()
    await page.getByLabel('Reason').fill(reason)
    return {
      typed: [name, 'Room 1', reason],
      async refuseOne() {
        const fault = { match: 'POST /sites/', kind: 'status', status: 422, errorCode: 4100, times: 1 }
        await product.services.control('POST /services/site/inject', fault)
        return { words: errors.catalogue.someFailed, end: async () => undefined }
      },
    }
  },
}

const likeUnits = ['01', '02', '03', '04', '05', '07', '08', '10', '11', '13', '14', '15']

const mapping: Walk = {
  journey: 14,
  what: 'a missing point mapped on two units',
  service: 'site',
  match: 'PUT /points/mapped-points',
  things: (one) => (one.path.endsWith('/points/mapped-points') ? entities(one) : []),
  many: 2,
  review: /^Review change$/,
  apply: /^Map on \d+ piece/,
  async begin({ page, product, turn }) {
    const equipment = likeUnits.slice(2 * turn, 2 * turn + 2).map((number) => equipmentIdOf(`VAV SCI-${number}`))
    const reason = `So that rules start ${turn}`
    await page.goto(href('pointsMapping', customerOf(product), { equipment, lng: 'en' }))
    await page.getByRole('button', { name: 'Review change' }).click()
    await page.getByLabel('Reason').fill(reason)
    return {
      typed: [reason, 'SaFlow'],
      async elsewhere() {
        const visitor = await product.signedIn('marcus')
        const form = await visitor.get(href('pointsMapping', customerOf(product), { equipment: equipment[0] }))
        const plan = await form.submit('main form[method=post]')
        await plan.submit('main form[method=post]', { press: '_stage=apply' })
        return 1
      },
      async refuseOne() {
        const fault = { match: 'PUT /points/mapped-points', kind: 'status', status: 422, errorCode: 4605, times: 1 }
        await product.services.control('POST /services/site/inject', fault)
        return { words: errors.catalogue.mapping, end: async () => undefined }
      },
    }
  },
}

const password: Walk = {
  journey: 15,
  what: 'a new password on two controllers',
  service: 'device-configuration',
  match: 'POST /devices/admin-user',
  things: (one) => (one.path.endsWith('/devices/admin-user') ? entities(one) : []),
  many: 2,
  apply: /^Set for \d+ controller/,
  async begin({ page, product, turn }) {
    const chosen = boxes('SCI', turn)
    const reason = `Rotated ${turn}`
    const typeSecrets = async () => {
      await page.getByLabel('New password').fill(`Vogel#${turn}nest`)
      await page.getByLabel('Repeat password').fill(`Vogel#${turn}nest`)
    }
    await page.goto(href('customerAdminPassword', customerOf(product), { device: chosen, lng: 'en' }))
    await page.getByLabel('Reason').fill(reason)
    return {
      typed: [reason],
      typeSecrets,
      async elsewhere() {
        const body = { eTag: null, deviceIds: chosen, adminPassword: `Specht#${turn}nest` }
        await product.services.call('device-configuration', 'POST /devices/admin-user', { as: 'marcus', body })
        return undefined
      },
      refuseOne: () => refusing(product, chosen[0] ?? ''),
    }
  },
}

const replacing: Walk = {
  journey: 15,
  what: 'a backup restored on the controller that replaces a dead one',
  service: 'site',
  match: 'POST /x/devices/',
  things: (one) => (one.path.endsWith('/restore') ? [one.path] : []),
  many: 1,
  apply: /^Restore$/,
  cannot: {
    'one of several is refused': single,
    'somebody else changed it': 'a backup does not change, and what is restored stands over whatever is there',
  },
  async begin({ page, product, turn }) {
    const dead = device('RES-ECY303-1')
    const { body } = await product.services.call('site', `GET /devices/${dead}`, { as: 'amelie' })
    const { buildingId, spaceId } = body
    const place = { groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(43), buildingId, spaceId }
    const at = { ...customerOf(product), ...place, deviceId: dead }
    const reason = `The old one is dead ${turn}`
    await page.goto(href('deviceReplacing', at, { by: device('GEN-ECY303-1'), lng: 'en' }))
    await page.getByRole('link', { name: 'Restore Avant la panne' }).click()
    await page.getByLabel('Reason').fill(reason)
    return { typed: [reason], after: async () => product.services.world.clock.advance(300_000) }
  },
}

/** By number; journey 13 changes nothing, and meets its troubles by itself. */
export const walks: readonly Walk[] = [
  rollout,
  network,
  fan,
  clearing,
  backAgain,
  holiday,
  onboarding,
  tunnel,
  roles,
  building,
  mapping,
  password,
  replacing,
]
