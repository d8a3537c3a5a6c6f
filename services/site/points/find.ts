/** The points below a node that match a filter, across controllers (domain §17). */
import type { PlacedPoint, Point } from '../../contracts/points'
import type { site } from '../../contracts/site'
import type { Call, Handlers } from '../../kit/call'
import { territoryToList, within } from '../../kit/caller'
import { keysetPage } from '../../kit/keyset'
import { aboutOtherModels, leftOut } from '../../kit/left-out'
import { refuse } from '../../kit/refusal'
import {
  scopeOfBuilding,
  scopeOfCustomer,
  scopeOfDevice,
  scopeOfEquipment,
  scopeOfSite,
  scopeOfSiteGroup,
  scopeOfSpace,
} from '../../kit/scope'
import { type Condition, comparedWith, fewHolding, fewIds, hasOneOf } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { holdsWord, wordsIn } from '../../kit/words'
import type { World } from '../../kit/world'
import { spacesInside } from '../hierarchy/counts'
import { pathFinder } from '../hierarchy/paths'
import { ensurePoints } from './objects'
import type { HostRow, PointRow } from './values'
import { toPoints } from './values'

type FindPoints = Call<typeof site.findPoints>

const scopes = {
  customerId: scopeOfCustomer,
  groupId: scopeOfSiteGroup,
  siteId: scopeOfSite,
  buildingId: scopeOfBuilding,
  spaceId: scopeOfSpace,
  deviceId: scopeOfDevice,
  equipmentId: scopeOfEquipment,
} as const

const onDevices = (condition: string) => `point.device_id IN (SELECT id FROM device WHERE ${condition})`

const below = {
  customerId: 'point.customer_id = ?',
  groupId: onDevices('site_id IN (SELECT id FROM site WHERE site_group_id = ?)'),
  siteId: onDevices('site_id = ?'),
  buildingId: onDevices('building_id = ?'),
  spaceId: onDevices(`space_id IN (${spacesInside} SELECT id FROM inside)`),
  deviceId: 'point.device_id = ?',
  equipmentId: 'point.id IN (SELECT point_id FROM point_mapping WHERE equipment_id = ?)',
} as const satisfies Record<keyof typeof scopes, string>

export const findPoints: Handlers<typeof site>['findPoints'] = (call) => {
  const { query, world } = call
  if (query.sort !== undefined && query.sort.replace(/^-/, '') !== 'name')
    refuse(4000, { errors: { sort: 'errors.sort.field' } })
  const places = placesOf(call)
  if (query.deviceId !== undefined) ensurePoints(world, query.deviceId)
  const filters = filtersOf(query)
  // Conditions that select few rows are read first; the customer's order would scan everything else.
  const isLed = places.length + filters.led.length > 1
  const asked = [...(isLed ? places.map(steered) : places), ...filters.led, ...filters.compared, modelsOf(call)]
  const words = wordsIn(query.search)
  const all = [...asked, ...words.map((word) => holding(world.store, word, places))]
  // Names are searched once, for both the page and the count.
  const few = words.length > 0 ? fewOf(world.store, all) : undefined
  const conditions = few ? [['point.id IN (SELECT value FROM json_each(?))', JSON.stringify(few)] as Condition] : all
  const { rows, next, counted } = keysetPage<PointRow>(world.store, {
    from: 'point',
    columns: 'point.*',
    where: conditions.map(([sql]) => sql).join(' AND '),
    parameters: conditions.flatMap(([, ...values]) => values),
    total: few?.length,
    orderBy: 'point.name',
    idColumn: 'point.id',
    descending: query.sort?.startsWith('-') ?? false,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  return { data: placed(world, rows), ...counted, continuationToken: next }
}

/**
 * Returns the conditions of the named nodes, each of which the caller must be allowed to see; by default everything the
 * caller may see.
 */
function placesOf({ query, world, caller, customerId, require }: FindPoints): Condition[] {
  const named = { ...query, customerId: query.customerId ?? customerId }
  const conditions: Condition[] = []
  for (const name of Object.keys(scopes) as (keyof typeof scopes)[]) {
    const id = named[name]
    if (id === undefined) continue
    require(scopes[name](world.store, id))
    conditions.push([below[name], id])
  }
  if (conditions.length > 0) return conditions
  const { sql, parameters } = within(territoryToList(caller, 'point.read'))
  return [[sql, ...parameters]]
}

/** Returns the ids of the points that meet all conditions; undefined when there are too many. */
function fewOf(store: Store, conditions: readonly Condition[]): string[] | undefined {
  const found = store.all<{ id: string }>(
    `SELECT id FROM point WHERE ${conditions.map(([sql]) => sql).join(' AND ')} LIMIT ?`,
    ...conditions.flatMap(([, ...values]) => values),
    fewIds + 1,
  )
  return found.length > fewIds ? undefined : found.map(({ id }) => id)
}

/** Keeps the customer as a filter, so that another index is used. */
const steered = ([sql, ...values]: Condition): Condition => [sql.replace(/^point\.customer_id/, '+$&'), ...values]

const held = 'SELECT point_id FROM point_command WHERE level IN (1, 8)'
const alarmed = (state: string) =>
  `SELECT point_id FROM alarm WHERE point_id IS NOT NULL AND event_state <> 'normal' AND event_state ${state} 'fault'`

const stateSql = {
  overridden: `point.id IN (${held})`,
  inAlarm: `point.id IN (${alarmed('<>')})`,
  fault: `point.id IN (${alarmed('=')})`,
  writable: 'point.is_writable = 1',
} as const

/** Returns the conditions that select few points, and those that are compared point by point. */
function filtersOf(query: FindPoints['query']): { led: Condition[]; compared: Condition[] } {
  const { pointId, kind, unit, pointTypeId, role, overridden, inAlarm, fault, writable, anyState } = query
  const led: Condition[] = []
  const compared: Condition[] = []
  const among = (isWanted: boolean | undefined, sql: string) => {
    if (isWanted === true) led.push([`point.id IN (${sql})`])
    if (isWanted === false) compared.push([`point.id NOT IN (${sql})`])
  }
  if (pointId !== undefined) led.push(['point.id = ?', pointId])
  among(overridden, held)
  among(inAlarm, alarmed('<>'))
  among(fault, alarmed('='))
  const mapped = ([sql, ...values]: Condition): Condition => [
    `point.id IN (SELECT point_id FROM point_mapping WHERE ${sql})`,
    ...values,
  ]
  if (role !== undefined) led.push(mapped(['role = ?', role]))
  if (pointTypeId) led.push(mapped(hasOneOf('point_type_id', pointTypeId)))
  if (kind) compared.push(hasOneOf('point.kind', kind))
  if (unit) compared.push(hasOneOf('point.unit', unit))
  if (anyState) compared.push([`(${anyState.map((one) => stateSql[one]).join(' OR ')})`])
  if (writable !== undefined) compared.push(['point.is_writable = ?', writable ? 1 : 0])
  return { led, compared }
}

function modelsOf({ query, world, customerId }: FindPoints): Condition {
  const models = leftOut(world.store, { ...query, customerId: query.customerId ?? customerId })
  const { sql, parameters } = aboutOtherModels('point.device_id', models)
  return [sql, ...parameters]
}

/**
 * Returns the condition that the point, its controller or its place contains a word. SQLite does not fold accents:
 * names of places with accents are compared here.
 */
function holding(store: Store, word: string, places: readonly Condition[]): Condition {
  const names = store
    .all<{ name: string }>(
      `SELECT DISTINCT display_name AS name FROM point
       WHERE ${places.map(([sql]) => sql).join(' AND ')} AND display_name GLOB '*[^ -~]*'`,
      ...places.flatMap(([, ...values]) => values),
    )
    .map(({ name }) => name)
    .filter((name) => holdsWord(name, word))
  const few = fewHolding(store, { kind: 'device', words: [word] })
  const [sql, ...values] = comparedWith([word])
  const onDevice: Condition = few
    ? ['point.device_id IN (SELECT value FROM json_each(?))', JSON.stringify(few)]
    : [
        `point.device_id IN (SELECT id FROM search_entry WHERE id IN (SELECT device_id FROM point) AND ${sql})`,
        ...values,
      ]
  return [
    `(${onDevice[0]} OR instr(lower(point.name || ' ' || point.display_name), ?)
      OR point.display_name IN (SELECT value FROM json_each(?)))`,
    ...onDevice.slice(1),
    word,
    JSON.stringify(names),
  ]
}

type Placed = HostRow & { name: string; space_id: string; product_id: string | null }

/**
 * Returns the points as the service returns them, each with its controller; readings are computed controller by
 * controller.
 */
function placed(world: World, rows: readonly PointRow[]): PlacedPoint[] {
  const hosts = world.store.all<Placed>(
    `SELECT id, tenant_id, customer_id, site_id, host_id, onboarded, offline_since, name, space_id, product_id
     FROM device WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(rows.map(({ device_id }) => device_id))]),
  )
  const found = new Map<string, { point: Point; host: Placed }>()
  for (const host of hosts) {
    const own = rows.filter(({ device_id }) => device_id === host.id)
    for (const point of toPoints(world, host, own)) found.set(point.id, { point, host })
  }
  const paths = pathFinder(world.store)
  return rows.flatMap(({ id }) => {
    const one = found.get(id)
    if (!one) return []
    const { point, host } = one
    return [
      { ...point, deviceName: host.name, productId: host.product_id, siteId: host.site_id, path: paths.ofDevice(host) },
    ]
  })
}
