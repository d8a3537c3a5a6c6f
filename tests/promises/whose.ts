/** Everybody, before everything of their own and of others: what isolation is proved with. */
import { randomUUID } from 'node:crypto'
import { capabilitiesFor, isSelfChange } from '../../app/changes'
import { href, type QueryParams } from '../../app/hrefs'
import { type ParamsFor, type PathName, paths } from '../../app/paths'
import { may, type RoleName } from '../../app/permissions'
import { viewNames, views } from '../../app/views'
import { productId } from '../../services/seed/catalogue-products'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { everyRoute } from '../harness/every-route'
import type { Visitor } from '../harness/visitor'
import { englishReader, trailOf } from '../requests/on-record'

export const logins = ['marcus', 'amelie', 'usha', 'claire', 'paul', 'nadia'] as const
export type Login = (typeof logins)[number]

/** A place of one's own, of a customer one does not have, of a tenant one is not in, or a thing that is not there. */
export const whoses = ['own', 'another customer', 'another tenant', 'missing'] as const
export type Whose = (typeof whoses)[number]

/** The customer each is at home in. */
const home: Record<Login, string> = {
  marcus: 'CUS1001',
  amelie: 'CUS1001',
  usha: 'CUS1001',
  claire: 'CUS1002',
  paul: 'CUS1003',
  nadia: 'CUS1001',
}
const devices = { CUS1001: 'story-3', CUS1002: 'story-6', CUS1003: 'story-8', CUS1004: 'montcalm-SCI-ECYVAV-1' }

export interface Asked {
  address: string
  /** What a page answers. */
  status: number
  /** What a post is refused with; null where it is let in. */
  refusal: number | null
}

export interface Everybody {
  visitors: Record<Login, Visitor>
  tenantId: string
  /** An address for somebody and what it answers; null where there is nothing of the kind to ask for. */
  ask(name: PathName, login: Login, whose: Whose): Asked | null
  /** The same address as `another customer`, of a place that is not there at all. */
  missing(name: PathName): string
  /** The address under a customer of one's own, naming another customer's things below it or in its query. */
  mixed(name: PathName, login: Login): string[]
  /** Names and host ids of what somebody cannot see: none of them may be in any byte. */
  foreignTo(login: Login): string[]
}

/** Signs everybody in and finds a place of each customer, as somebody who sees everything. */
export async function everybody(product: Console): Promise<Everybody> {
  const { world } = product.services
  const boreal = tenantIdOf(world, 'boreal')
  const lakeshore = tenantIdOf(world, 'lakeshore')
  const signedIn = await Promise.all(logins.map(async (login) => [login, await englishReader(product, login)] as const))
  const visitors = Object.fromEntries(signedIn) as Record<Login, Visitor>
  const placed: Record<string, Record<string, string>> = {}
  for (const [customer, key] of Object.entries(devices))
    placed[customer] = await placeOf(product, visitors.marcus, {
      tenantId: boreal,
      customer,
      deviceId: deviceIdOf(key),
    })

  // Something usha was denied: a record of hers, of the tenant, that no customer's people see.
  const hugo = { tenantId: boreal, userId: userIdOf('hugo.lapointe@boreal.example') }
  await visitors.usha.post(href('userRoles', hugo), [['level', 'tenant']])
  const [record] = await trailOf(visitors.amelie, boreal)
  const common = {
    userId: hugo.userId,
    sequence: String(record?.sequence),
    changeId: record?.changeId ?? '',
    productId: productId('ECYVAV'),
  }

  const customerNow = (id: string | undefined) =>
    Object.keys(placed).find((code) => customerIdOf(code) === id) ?? 'nowhere'

  /** The role somebody has where an address leads; null where the place is hidden from them. */
  function roleOf(login: Login, tenantId: string, customer: string | null): RoleName | null {
    if (login === 'marcus') return 'super-admin'
    if (tenantId !== boreal) return null
    if (login === 'amelie') return 'admin'
    if (login === 'usha') return 'user'
    if (login === 'nadia') return customer ? null : 'no-access'
    if (login === 'paul') return customer === null || customer === 'CUS1003' ? 'customer-user' : null
    if (customer === 'CUS1001') return 'customer-user'
    return customer === null || customer === 'CUS1002' ? 'customer-admin' : null
  }

  function ask(name: PathName, login: Login, whose: Whose): Asked | null {
    const expected = everyRoute[name]
    if (expected.asks === 'nothing') return null
    const keys = keysOf(name)
    const last = keys.at(-1) ?? ''
    const customer = whose === 'another customer' ? 'CUS1004' : home[login]
    if (keys.length === 0 && whose !== 'own') return null
    if (whose === 'missing' && last === 'groupId') return null
    if (whose === 'another customer' && !keys.some((key) => key in (placed.CUS1001 ?? {}))) return null
    const nobody = whose === 'missing' ? { [last]: last === 'sequence' ? '999999' : randomUUID() } : {}
    const tenantId = whose === 'another tenant' ? lakeshore : boreal
    // What was posted to another tenant stands on its trail: its records are counted from 1 as well.
    const record = whose === 'another tenant' ? { sequence: '999999' } : {}
    const params: Record<string, string> = { ...common, ...placed[customer], tenantId, ...record, ...nobody }
    if (keys.some((key) => !params[key])) return null
    const role =
      keys.length === 0
        ? outside(login, expected.from)
        : roleOf(login, params.tenantId ?? '', keys.includes('customerId') ? customerNow(params.customerId) : null)
    const given = { name, role, login, whose, last, customer, isElsewhere: params.tenantId !== boreal }
    return {
      address: href(name, params as ParamsFor<PathName>),
      status: statusOf(given),
      refusal: refusalOf(name, role),
    }
  }

  /** The role that counts at an address without a tenant. */
  function outside(login: Login, from: 'above' | 'anywhere' | undefined): RoleName {
    if (login === 'marcus') return 'super-admin'
    return from === 'anywhere' ? (roleOf(login, boreal, null) ?? 'no-access') : 'no-access'
  }

  interface Case {
    name: PathName
    role: RoleName | null
    login: Login
    whose: Whose
    last: string
    customer: string
    isElsewhere: boolean
  }

  function statusOf({ name, role, login, whose, last, customer, isElsewhere }: Case): number {
    const { asks, leads, finds, isCommon } = everyRoute[name]
    if (role === null) return 404
    const wanted = asks === null || asks === 'nothing' ? [] : [asks].flat()
    if (wanted.length > 0 && !wanted.some((one) => may(role, one))) return 403
    if (name === 'home') return login === 'nadia' ? 200 : 302
    // The trail is the console's own: of a tenant that is not there it is empty.
    if (whose === 'missing' && last === 'tenantId') return name.startsWith('trail') ? 200 : 404
    // A super-admin enters every tenant; what belongs to another one is not in it.
    if (isElsewhere) return last === 'tenantId' || isCommon ? 200 : 404
    if (whose === 'missing' && last) return 404
    if (finds && !finds.includes(login)) return 404
    if (name === 'deviceById' && roleOf(login, isElsewhere ? lakeshore : boreal, customer) === null) return 404
    // Sites in no group hang from their customer.
    return leads || (isOfGroup(name) && placed[customer]?.groupId === 'none') ? 302 : 200
  }

  return {
    visitors,
    tenantId: boreal,
    ask,
    missing(name) {
      const params = { ...common, ...placed.CUS1004, tenantId: boreal }
      const last = keysOf(name).includes('customerId') ? 'customerId' : (keysOf(name).at(-1) ?? '')
      return href(name, { ...params, [last]: randomUUID() } as unknown as ParamsFor<PathName>)
    },
    mixed(name, login) {
      const [own, others] = [placed[home[login]] ?? {}, placed.CUS1004 ?? {}]
      const below = keysOf(name).filter((key) => key !== 'customerId' && key in others)
      const inPath = [...below.map((key) => [key]), below].map((keys) =>
        Object.fromEntries(keys.map((key) => [key, others[key] ?? ''])),
      )
      const to = (mixed: Record<string, string>, search: QueryParams = {}) => {
        const params: Record<string, string> = { ...common, ...own, ...mixed, tenantId: boreal }
        return keysOf(name).every((key) => params[key]) ? [href(name, params as ParamsFor<PathName>, search)] : []
      }
      return [...inPath.flatMap((mixed) => to(mixed)), ...questionsAfter(others).flatMap((search) => to({}, search))]
    },
    foreignTo(login) {
      if (login === 'marcus') return []
      const visible: Partial<Record<Login, string[]>> = { claire: ['CUS1001', 'CUS1002'], paul: ['CUS1003'], nadia: [] }
      const own = (visible[login] ?? Object.keys(placed)).map(customerIdOf)
      const named = (sql: string) =>
        world.store.all<{ of: string; name: string }>(sql).filter((row) => !own.includes(row.of))
      return [
        ...named('SELECT id AS "of", name FROM customer'),
        ...named('SELECT customer_id AS "of", name FROM site'),
        ...named(`SELECT customer_id AS "of", host_id AS name FROM device WHERE host_id <> ''`),
        ...world.store.all<{ name: string }>('SELECT name FROM tenant WHERE id <> ?', boreal),
      ].map(({ name }) => name)
    },
  }
}

/** Queries that ask for things of a place in the words of the console's lists, choices and filters. */
function questionsAfter(place: Readonly<Record<string, string>>): QueryParams[] {
  const { customerId, groupId, siteId, buildingId, spaceId, deviceId, equipmentId, operationId, pointId } = place
  const wish = 'newest:weather'
  return [
    ...[{ groupId }, { siteId }, { buildingId }, { spaceId }, { deviceId }, { equipmentId }, { customer: customerId }],
    ...[{ site: siteId }, { device: deviceId }, { equipment: equipmentId }, { point: pointId }, { p: pointId }],
    ...[{ under: siteId }, { id: deviceId }, { operationId }, { q: 'Montcalm' }, { q: 'SCI' }],
    ...[
      { device: deviceId, wish },
      { failed: operationId, wish },
      { all: 1, siteId, wish },
    ],
  ]
}

/** What a post is refused with, whatever it says; 405 where nothing can be posted. */
function refusalOf(name: PathName, role: RoleName | null): number | null {
  const { changes, isOwn: isTheirs } = everyRoute[name]
  if (!changes) return isTheirs ? null : 405
  if (role === null) return 404
  const allowed = capabilitiesFor(changes).some((one) => may(role, one, { self: isSelfChange(changes) }))
  return allowed ? null : 403
}

/** Whether it is a view of a group: those of the reserved one, of sites in none, lead to its customer. */
const isOfGroup = (name: PathName) => viewNames.some((view) => views[view].at.group === name)

const keysOf = (name: PathName) => [...paths[name].matchAll(/:([A-Za-z]+)/g)].map(([, key]) => key as string)

async function placeOf(
  product: Console,
  marcus: Visitor,
  { tenantId, customer, deviceId }: { tenantId: string; customer: string; deviceId: string },
): Promise<Record<string, string>> {
  const page = await marcus.get(href('deviceById', { tenantId, deviceId }))
  const found = page.address.match(/groups\/([^/]+)\/sites\/([^/]+)\/buildings\/([^/]+)\/spaces\/([^/]+)\/devices/)
  const [, groupId = '', siteId = '', buildingId = '', spaceId = ''] = found ?? []
  const customerId = customerIdOf(customer)
  const { body } = await product.services.call('site', `GET /x/deployments?customerId=${customerId}`, { as: 'marcus' })
  const tunnelId = await tunnelTo(product, deviceId)
  const alarmId =
    product.services.world.store.get<{ id: string }>(
      'SELECT id FROM alarm WHERE customer_id = ? ORDER BY id LIMIT 1',
      customerId,
    )?.id ?? ''
  const operationId = body.data[0]?.operationId ?? ''
  const packageName = 'weather'
  const fault = product.services.world.store.get<{ id: string; rule_id: string }>(
    'SELECT id, rule_id FROM fault WHERE customer_id = ? ORDER BY id LIMIT 1',
    customerId,
  )
  const faultId = fault?.id ?? ''
  const template = await product.services.call('site', `POST /sites/${siteId}/configuration-templates`, {
    as: 'marcus',
    body: { name: 'Of whose site' },
  })
  const templateId = template.body.id
  const ruleId = fault?.rule_id ?? ''
  product.services.world.store.run(
    `UPDATE configuration_state SET file_name = 'Of whose controller.gfx' WHERE device_id = ? AND type = 'gfx'`,
    deviceId,
  )
  const ofDevice = (sql: string) => product.services.world.store.get<{ id: string }>(sql, deviceId)?.id ?? ''
  const equipmentId = ofDevice('SELECT equipment_id AS id FROM equipment_device WHERE device_id = ? ORDER BY 1 LIMIT 1')
  const role =
    product.services.world.store.get<{ role: string }>(
      'SELECT role FROM point_mapping WHERE equipment_id = ? ORDER BY role LIMIT 1',
      equipmentId,
    )?.role ?? ''
  const pointId = ofDevice('SELECT id FROM point WHERE device_id = ? AND is_writable = 1 ORDER BY id LIMIT 1')
  const backup = await product.services.call('site', `POST /configuration-templates/${templateId}/backup`, {
    as: 'marcus',
    body: { deviceId, name: 'Of whose controller', includes: ['timeZone'] },
  })
  const backupId = backup.body.id ?? ''
  return {
    customerId,
    groupId,
    siteId,
    buildingId,
    spaceId,
    deviceId,
    operationId,
    tunnelId,
    packageName,
    alarmId,
    faultId,
    templateId,
    ruleId,
    equipmentId,
    role,
    pointId,
    backupId,
  }
}

/** One that is there, else a new one; '' to a controller that can hold none. */
async function tunnelTo({ services }: Console, deviceId: string): Promise<string> {
  const { body: known } = await services.call('site', `GET /devices/${deviceId}/tunnels`, { as: 'marcus' })
  if (known[0]) return known[0].tunnelId
  const { body } = await services.call('site', `POST /devices/${deviceId}/tunnels`, { as: 'marcus', body: {} })
  return body.tunnelId ?? ''
}

/** A page without what differs between two askings: nonce, ids, the token of its forms, when it was drawn. */
export const still = (html: string, nonce: string) =>
  html
    .replaceAll(nonce, 'nonce')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/(name="_token" value=")[^"]+/g, '$1token')
    .replace(/("ticket":")[^"]+/g, '$1ticket')
    .replace(/<time dateTime="[^"]+"><span class="inline-block">[^<]+/g, 'when')
    .replace(/(<time [^>]*class="near">)[^<]+/g, '$1when')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'when')

export interface Answered {
  status: number
  text: string
}

/** One answer in a shape that can be compared with another. */
export async function answerOf(
  visitor: Visitor,
  method: 'GET' | 'POST',
  address: string,
  init: { body?: URLSearchParams; headers?: Record<string, string> } = {},
): Promise<Answered & { location: string | null; readonly still: string }> {
  const answer = await visitor.raw(method, address, init)
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '-'
  const text = await answer.text()
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    text,
    get still() {
      return still(text, nonce)
    },
  }
}

/** Does the work for each, a few at a time. */
export async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>, atOnce = 6): Promise<void> {
  const queue = [...all]
  const turn = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, turn))
}
