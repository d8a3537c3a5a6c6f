/** The points below a node that match a filter, across controllers (domain §17). */
import { LRUCache } from 'lru-cache'
import type { PlacedPoint } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { excludedModels, rowNotExcluded } from '../../kit/excluded-models'
import { keysetPage } from '../../kit/keyset'
import {
  scopeOfBuilding,
  scopeOfCustomer,
  scopeOfDevice,
  scopeOfEquipment,
  scopeOfSite,
  scopeOfSiteGroup,
  scopeOfSpace,
} from '../../kit/scope'
import { type Condition, columnIn, idsContaining, maxListedIds, textContains } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { formsOf, queryWords, wordsOf } from '../../kit/words'
import type { World } from '../../kit/world'
import { spacesInside } from '../hierarchy/counts'
import { pathFinder } from '../hierarchy/paths'
import { ensurePoints } from './model-objects'
import type { HostRecord, PointRecord } from './values'
import { toPoints } from './values'

type FindPoints = ServiceCall<typeof site.findPoints>

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

export const findPoints: Handlers<typeof site>['findPoints'] = async (call) => {
  const { query, world } = call
  if (query.sort !== undefined && query.sort.replace(/^-/, '') !== 'name')
    fail(4000, { errors: { sort: 'errors.sort.field' } })
  const places = placesOf(call)
  if (query.deviceId !== undefined) ensurePoints(world, query.deviceId)
  const filters = filtersOf(query)
  // Conditions that select few rows are read first; the customer's order would scan everything else.
  const hasSelective = places.length + filters.selective.length > 1
  const baseConditions = [
    ...(hasSelective ? places.map(asFilter) : places),
    ...filters.selective,
    ...filters.compared,
    modelsOf(call),
  ]
  const words = queryWords(query.search)
  const all = [...baseConditions, ...wordConditions(world.store, words, places)]
  // Names, and what selects few points, are searched once, for both the page and the count.
  const few = words.length + filters.selective.length > 0 ? fewOf(world.store, all) : undefined
  // Only the names of a customer are in order.
  const isOfCustomer = !hasSelective && places.some(([sql]) => sql === below.customerId)
  const isSorted = few !== undefined && (few.n <= maxSorted || !isOfCustomer)
  const conditions = isSorted ? [['point.id IN (SELECT value FROM json_each(?))', few.ids] as Condition] : all
  const { rows, next, counts } = keysetPage<PointRecord>(world.store, {
    from: 'point',
    columns: 'point.*',
    where: conditions.map(([sql]) => sql).join(' AND '),
    parameters: conditions.flatMap(([, ...values]) => values),
    ...((few || words.length > 0) && { known: countsOf(few) }),
    orderBy: 'point.name',
    idColumn: 'point.id',
    descending: query.sort?.startsWith('-') ?? false,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  return { data: await toPlacedPoints(world, rows), ...counts, continuationToken: next }
}

/**
 * Returns the conditions of the named nodes, each of which the caller must be allowed to see; by default everything the
 * caller may see.
 */
function placesOf({ query, world, caller, customerId, require }: FindPoints): Condition[] {
  const nodes = { ...query, customerId: query.customerId ?? customerId }
  const conditions: Condition[] = []
  for (const name of Object.keys(scopes) as (keyof typeof scopes)[]) {
    const id = nodes[name]
    if (id === undefined) continue
    require(scopes[name](world.store, id))
    conditions.push([below[name], id])
  }
  if (conditions.length > 0) return conditions
  const { sql, parameters } = territorySql(listTerritory(caller, 'point.read'))
  return [[sql, ...parameters]]
}

/** Maximum count of a search whose matches are not listed. */
const maxCountedWithWords = 1_000
/** Up to this many matches are read and sorted; with more, a page fills faster in the order of names. */
const maxSorted = 300

const countsOf = (few: Matches | undefined) =>
  few ? { totalCount: few.n } : { totalCount: maxCountedWithWords, isTotalCapped: true as const }

interface Matches {
  n: number
  /** As JSON. */
  ids: string
}

/** Returns the points that meet all conditions; undefined when there are too many. */
function fewOf(store: Store, conditions: readonly Condition[]): Matches | undefined {
  const matches = store.get<Matches>(
    `SELECT count(*) AS n, json_group_array(id) AS ids
     FROM (SELECT id FROM point WHERE ${conditions.map(([sql]) => sql).join(' AND ')} LIMIT ?)`,
    ...conditions.flatMap(([, ...values]) => values),
    maxListedIds + 1,
  )
  return matches && matches.n <= maxListedIds ? matches : undefined
}

/** Keeps the customer as a filter, so that another index is used. */
const asFilter = ([sql, ...values]: Condition): Condition => [sql.replace(/^point\.customer_id/, '+$&'), ...values]

const overriddenPoints = 'SELECT point_id FROM point_command WHERE level IN (1, 8)'
const alarmed = (state: string) =>
  `SELECT point_id FROM alarm WHERE point_id IS NOT NULL AND event_state <> 'normal' AND event_state ${state} 'fault'`

const stateSql = {
  overridden: `point.id IN (${overriddenPoints})`,
  inAlarm: `point.id IN (${alarmed('<>')})`,
  fault: `point.id IN (${alarmed('=')})`,
  writable: 'point.is_writable = 1',
} as const

/** Returns the conditions that select few points, and those that are compared point by point. */
function filtersOf(query: FindPoints['query']): { selective: Condition[]; compared: Condition[] } {
  const { pointId, kind, unit, pointTypeId, role, overridden, inAlarm, fault, writable, anyState } = query
  const selective: Condition[] = []
  const compared: Condition[] = []
  const addMembership = (isExpected: boolean | undefined, sql: string) => {
    if (isExpected === true) selective.push([`point.id IN (${sql})`])
    if (isExpected === false) compared.push([`point.id NOT IN (${sql})`])
  }
  if (pointId !== undefined) selective.push(['point.id = ?', pointId])
  addMembership(overridden, overriddenPoints)
  addMembership(inAlarm, alarmed('<>'))
  addMembership(fault, alarmed('='))
  const ofMapping = ([sql, ...values]: Condition): Condition => [
    `point.id IN (SELECT point_id FROM point_mapping WHERE ${sql})`,
    ...values,
  ]
  if (role !== undefined) selective.push(ofMapping(['role = ?', role]))
  if (pointTypeId) selective.push(ofMapping(columnIn('point_type_id', pointTypeId)))
  if (kind) compared.push(columnIn('point.kind', kind))
  if (unit) compared.push(columnIn('point.unit', unit))
  if (anyState) compared.push([`(${anyState.map((one) => stateSql[one]).join(' OR ')})`])
  if (writable !== undefined) compared.push(['point.is_writable = ?', writable ? 1 : 0])
  return { selective, compared }
}

function modelsOf({ query, world, customerId }: FindPoints): Condition {
  const models = excludedModels(world.store, { ...query, customerId: query.customerId ?? customerId })
  const { sql, parameters } = rowNotExcluded('point.device_id', models)
  return [sql, ...parameters]
}

/**
 * Returns the conditions that the point, its controller or its place contains each word. SQLite does not fold accents:
 * names of places with accents are compared here.
 */
function wordConditions(store: Store, words: readonly string[], places: readonly Condition[]): Condition[] {
  if (words.length === 0) return []
  const accented = store.all<{ name: string }>(
    `SELECT DISTINCT display_name AS name FROM point INDEXED BY point_with_accents
     WHERE ${places.map(([sql]) => sql).join(' AND ')} AND display_name GLOB '*[^ -~]*'`,
    ...places.flatMap(([, ...values]) => values),
  )
  const isWide = places.every(([sql]) => sql === below.customerId || sql === below.groupId)
  return words.map((word) => {
    const forms = formsOf(word)
    const names = accented.filter(({ name }) => forms.some((form) => searchedTextOf(name).includes(form)))
    const [onDevice, ...values] = deviceCondition(store, word, isWide)
    return [
      `(${onDevice} OR instr(lower(point.name || ' ' || point.display_name), ?)
        OR point.display_name IN (SELECT value FROM json_each(?)))`,
      ...values,
      word,
      JSON.stringify(names.map(({ name }) => name)),
    ]
  })
}

const searchedTexts = new LRUCache<string, string>({ max: 5_000 })
function searchedTextOf(name: string): string {
  const text = searchedTexts.get(name) ?? ` ${wordsOf(name)} `
  searchedTexts.set(name, text)
  return text
}

/**
 * Returns the condition that the controller of a point contains a word. Among many points, the controllers are listed
 * once, unless there are very many.
 */
function deviceCondition(store: Store, word: string, isWide: boolean): Condition {
  const isIn = (ids: readonly string[]): Condition => [
    'point.device_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  ]
  const few = idsContaining(store, { kind: 'device', words: [word] })
  if (few) return isIn(few)
  const [contains, ...values] = textContains([word])
  const sql = `SELECT id FROM search_entry WHERE id IN (SELECT device_id FROM point) AND ${contains}`
  const withPoints = isWide ? store.all<{ id: string }>(`${sql} LIMIT ?`, ...values, maxListedIds + 1) : undefined
  if (withPoints && withPoints.length <= maxListedIds) return isIn(withPoints.map(({ id }) => id))
  return [`point.device_id IN (${sql})`, ...values]
}

type PlacedHost = HostRecord & { name: string; space_id: string; product_id: string | null }

/**
 * Returns the points as the service returns them, each with its controller; those of all controllers are read at once.
 */
async function toPlacedPoints(world: World, rows: readonly PointRecord[]): Promise<PlacedPoint[]> {
  const hosts = world.store.all<PlacedHost>(
    `SELECT id, tenant_id, customer_id, site_id, host_id, onboarded, offline_since, name, space_id, product_id
     FROM device WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(rows.map(({ device_id }) => device_id))]),
  )
  const hostById = new Map(hosts.map((host) => [host.id, host]))
  const paths = pathFinder(world.store)
  paths.load(
    'space',
    hosts.map(({ space_id }) => space_id),
  )
  return (await toPoints(world, hosts, rows)).flatMap((point) => {
    const host = hostById.get(point.deviceId)
    if (!host) return []
    return [
      { ...point, deviceName: host.name, productId: host.product_id, siteId: host.site_id, path: paths.ofDevice(host) },
    ]
  })
}
