/** The controllers below a node that match a filter (domain §17). */
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { deviceNotExcluded, excludedModels } from '../../kit/excluded-models'
import { countMatches, keysetPage } from '../../kit/keyset'
import { scopeOfBuilding, scopeOfCustomer, scopeOfSite, scopeOfSiteGroup, scopeOfSpace } from '../../kit/scope'
import { anyCondition, type Condition, columnIn, entryContains, idsContaining } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { queryWords } from '../../kit/words'
import type { World } from '../../kit/world'
import { connectedSql, outOfReachSql, silenceMs } from '../../link/presence'
import { spacesInside } from '../hierarchy/counts'
import { pathFinder } from '../hierarchy/paths'
import { siteTallyOf } from '../hierarchy/site-tally'
import { licenceExceptions } from '../onboarding/licences'
import { byEntry, entryConditions, entryOrder } from './by-entry'
import type { DeviceRecord } from './rows'
import { toDevices, toListedDevices } from './rows'

type FindDevices = ServiceCall<typeof site.findDevices>
type Filter = FindDevices['query']

const sortColumns: Record<string, string> = {
  name: 'device.sort_name',
  hostId: 'device.host_id',
  model: 'device.model_type',
}

const scopes = {
  customerId: scopeOfCustomer,
  groupId: scopeOfSiteGroup,
  siteId: scopeOfSite,
  buildingId: scopeOfBuilding,
  spaceId: scopeOfSpace,
} as const

export const findDevices: Handlers<typeof site>['findDevices'] = (call) => {
  const { query, world } = call
  const { listed, byName, matches } = matchesOf(call)
  const orderBy = sortColumns[query.sort?.replace(/^-/, '') ?? 'name']
  if (!orderBy) fail(4000, { errors: { sort: 'errors.sort.field' } })
  const { rows, next, counts } = keysetPage<DeviceRecord>(world.store, {
    ...(orderBy === sortColumns.name ? byName : { ...listed, orderBy, idColumn: 'device.id' }),
    columns: 'device.*',
    descending: query.sort?.startsWith('-') ?? false,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
    ...matches,
  })
  const paths = pathFinder(world.store)
  paths.load(
    'space',
    rows.map((row) => row.space_id),
  )
  const toRows = query.withoutDetails ? toListedDevices : toDevices
  return { data: toRows(world, rows, paths), ...counts, continuationToken: next }
}

/** Returns what a list reads, and what its number is counted from. */
function matchesOf(call: FindDevices) {
  const { query, world } = call
  const places = placeConditions(call)
  const customerId = query.customerId ?? call.customerId
  const words = queryWords(query.search)
  const few = words.length ? idsContaining(world.store, { kind: 'device', words, column: 'own' }) : undefined
  const models = modelConditions(world.store, customerId, query)
  const states = [
    ...packageConditions(world.store, customerId, query),
    ...stateConditions(query, world.clock.now()),
    ...workConditions(customerId, query),
    ...licenceConditions(world, customerId, query),
  ]
  const filters = [...models, ...wordConditions(words, few), ...states]
  const listed = selection('device', [...places, ...filters])
  // Frequent words of a customer are compared where all its words are stored together.
  const isOfMany = words.length > 0 && !few && customerId !== undefined && places.length === 1 && states.length === 0
  const entries = isOfMany && selection(byEntry, [...entryConditions(customerId, words, 'own'), ...models])
  const isAlone = places.length === 1 && filters.length === 1
  const ofModel = isAlone && ofOneModel(customerId, query)
  return {
    listed,
    byName: entries
      ? { ...entries, ...entryOrder }
      : { ...(ofModel || listed), orderBy: 'device.sort_name', idColumn: 'device.id' },
    matches: {
      total: places.length === 1 ? knownTotal(call, filters) : undefined,
      counting: entries || (isAlone && installedOf(customerId, query)) || ofModel || listed,
      ...(words.length ? { maxCounted: maxCountedWithWords } : {}),
    },
  }
}

/** Counts each filter as its list would, without reading the list. */
export const countDevices: Handlers<typeof site>['countDevices'] = (call) => ({
  data: call.body.filters.map((filter) => {
    const query = { ...filter, ...call.query, pageSize: 1 }
    const { matches } = matchesOf({ ...call, body: undefined, query })
    const { totalCount, isTotalCapped } = countMatches(call.world.store, matches)
    return { totalCount, isTotalCapped }
  }),
})

/** Maximum count of a search: words are compared controller by controller. */
const maxCountedWithWords = 1_000

/** Returns the total from the tally: all of a place, or all except the few out of reach. */
function knownTotal(call: FindDevices, filters: readonly Condition[]): number | undefined {
  const { query, world } = call
  const all = filters.length < 2 ? talliedTotal(call) : undefined
  if (all === undefined || filters.length === 0) return all
  const others =
    query.connected === true
      ? stateConditions({ connected: false }, world.clock.now())
      : query.onboarded === true
        ? stateConditions({ onboarded: false }, world.clock.now())
        : undefined
  if (!others) return undefined
  const conditions = [...placeConditions(call), ...others]
  const counted = world.store.get<{ n: number }>(
    `SELECT count(*) AS n FROM device WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`,
    ...conditions.flatMap(([, ...values]) => values),
  )
  return all - (counted?.n ?? 0)
}

/** Returns the total when only a customer, a group or a site is named. */
function talliedTotal({ query, world, customerId }: FindDevices): number | undefined {
  const customer = query.customerId ?? customerId
  if (query.siteId !== undefined) return siteTallyOf(world.store, 'site', query.siteId).devices
  if (query.groupId !== undefined) return siteTallyOf(world.store, 'group', query.groupId).devices
  return customer === undefined ? undefined : siteTallyOf(world.store, 'customer', customer).devices
}

/**
 * Returns the conditions of the named nodes, each of which the caller must be allowed to see; by default everything the
 * caller may see.
 */
function placeConditions({ query, world, caller, customerId, require }: FindDevices): Condition[] {
  const nodes = { ...query, customerId: query.customerId ?? customerId }
  const conditions: Condition[] = []
  for (const [name, scopeOf] of Object.entries(scopes) as [keyof typeof scopes, typeof scopeOfSite][]) {
    const id = nodes[name]
    if (id === undefined) continue
    require(scopeOf(world.store, id))
    conditions.push(belowNode(name, id))
  }
  if (conditions.length > 0) return conditions
  const { sql, parameters } = territorySql(listTerritory(caller, 'device.read'))
  return [[sql, ...parameters]]
}

function belowNode(name: keyof typeof scopes, id: string): Condition {
  switch (name) {
    case 'customerId':
      return ['device.customer_id = ?', id]
    case 'groupId':
      return ['device.site_id IN (SELECT id FROM site WHERE site_group_id = ?)', id]
    case 'siteId':
      return ['device.site_id = ?', id]
    case 'buildingId':
      return ['device.building_id = ?', id]
    case 'spaceId':
      return [`device.space_id IN (${spacesInside} SELECT id FROM inside)`, id]
  }
}

function modelConditions(store: Store, customerId: string | undefined, { withoutProducts }: Filter): Condition[] {
  const models = excludedModels(store, { withoutProducts, customerId })
  const { sql, parameters } = deviceNotExcluded(models)
  return models === null ? [] : [[sql, ...parameters]]
}

const selection = (from: string, conditions: readonly Condition[]) => ({
  from,
  where: conditions.map(([sql]) => sql).join(' AND '),
  parameters: conditions.flatMap(([, ...values]) => values),
})

function wordConditions(words: readonly string[], few: readonly string[] | undefined): Condition[] {
  if (words.length === 0) return []
  return [few ? isOneOf(few) : entryContains('device.id', { words, column: 'own' })]
}

const isOneOf = (ids: readonly string[]): Condition => [
  'device.id IN (SELECT value FROM json_each(?))',
  JSON.stringify(ids),
]

function stateConditions(filter: Filter, now: number): Condition[] {
  const conditions: Condition[] = []
  if (filter.productId) conditions.push(columnIn('device.product_id', filter.productId))
  if (filter.platform) conditions.push(columnIn('device.platform', filter.platform))
  if (filter.connected !== undefined) {
    conditions.push([filter.connected ? connectedSql : `${outOfReachSql} AND NOT ${connectedSql}`, now - silenceMs])
  }
  if (filter.onboarded === true) conditions.push(['device.onboarded = 1'])
  if (filter.onboarded === false) conditions.push([`${outOfReachSql} AND device.onboarded = 0`])
  if (filter.packageStatus) {
    const statuses = filter.packageStatus.map((one): Condition => [packageStatusSql[one]])
    conditions.push(bracketed(anyCondition(statuses)))
  }
  return conditions
}

const packageStatusSql = {
  outdated: 'device.packages_outdated > 0',
  upToDate: 'device.packages_outdated = 0 AND device.packages_total > 0',
} as const

const bracketed = ([sql, ...values]: Condition): Condition => [`(${sql})`, ...values]

/** Returns the conditions on current or last failed work, as the counters of a customer count it. */
function workConditions(customerId: string | undefined, { work }: Filter): Condition[] {
  if (work === undefined) return []
  const conditions = work.map((one) => workCondition(customerId, one))
  return conditions.length === 1 ? conditions : [bracketed(anyCondition(conditions))]
}

function workCondition(customerId: string | undefined, work: NonNullable<Filter['work']>[number]): Condition {
  if (work === 'deploying') return ['device.deployment_in_progress = 1']
  if (work === 'deploymentFailed')
    return [`device.deployment_status IN ('PackageUploadFailure', 'PackageInstallationFailure')`]
  const state = work === 'sendFailed' ? 'failed' : 'queued'
  const sendQuery = 'SELECT device_id FROM configuration_state WHERE send_state = ?'
  return customerId === undefined
    ? [`device.id IN (${sendQuery})`, state]
    : [`device.id IN (${sendQuery} AND customer_id = ?)`, state, customerId]
}

/** Licences that are not valid have rows of their own, of which there are few. */
function licenceConditions(world: World, customerId: string | undefined, { licence }: Filter): Condition[] {
  if (licence === undefined) return []
  const places: Condition[] = customerId === undefined ? [] : [['device.customer_id = ?', customerId]]
  const unusual = licenceExceptions(world, places).map(({ device: { id }, licence: { state } }) => ({ id, state }))
  if (!licence.includes('valid'))
    return [isOneOf(unusual.filter(({ state }) => licence.includes(state)).map(({ id }) => id))]
  const others = unusual.filter(({ state }) => !licence.includes(state)).map(({ id }) => id)
  return [
    ['device.onboarded = 1'],
    ['device.product_id IS NOT NULL'],
    ['device.id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(others)],
  ]
}

/** The names of packages that a customer's controllers have, one index step each. */
const packageNames = `
  WITH RECURSIVE names (name) AS (
    SELECT min(name) FROM device_package WHERE customer_id = ?
    UNION ALL
    SELECT (SELECT min(device_package.name) FROM device_package
            WHERE customer_id = ? AND device_package.name > names.name)
    FROM names WHERE names.name IS NOT NULL
  )`

/** Returns the conditions that an installed package has both the requested name and version. */
const packageIn = ({ package: names, version: versions }: Filter, table = ''): Condition[] => [
  ...(names ? [columnIn(`${table}name`, names)] : []),
  ...(versions ? [columnIn(`${table}version`, versions)] : []),
]

/** Returns what the controllers of a customer with a package are counted from, which an index covers; nothing without a name. */
function installedOf(customerId: string | undefined, filter: Filter) {
  if (customerId === undefined || !filter.package) return undefined
  const { where, parameters } = selection('device_package', [['customer_id = ?', customerId], ...packageIn(filter)])
  return { from: `(SELECT DISTINCT device_id FROM device_package WHERE ${where})`, where: '1', parameters }
}

/** Returns the controllers of a customer of one model, which an index has in the order of their names. */
function ofOneModel(customerId: string | undefined, { productId = [] }: Filter) {
  const [id, ...others] = productId
  if (customerId === undefined || id === undefined || others.length > 0) return undefined
  return selection('device INDEXED BY device_of_model', [
    [`device.customer_id || '/' || device.product_id = ?`, `${customerId}/${id}`],
  ])
}

/** Up to this many controllers, a list starts from them. */
const maxListedDevices = 2_000

/** Returns the condition that one installed package has both the requested name and version. */
function packageConditions(store: Store, customerId: string | undefined, filter: Filter): Condition[] {
  const conditions = packageIn(filter)
  if (conditions.length === 0) return []
  const values = conditions.flatMap(([, ...own]) => own)
  if (customerId !== undefined) {
    const rows = store.all<{ id: string }>(
      `${packageNames} SELECT device_id AS id FROM device_package
       WHERE customer_id = ? AND name IN (SELECT name FROM names) AND ${conditions.map(([sql]) => sql).join(' AND ')} LIMIT ?`,
      customerId,
      customerId,
      customerId,
      ...values,
      maxListedDevices + 1,
    )
    if (rows.length <= maxListedDevices) return [isOneOf(rows.map(({ id }) => id))]
  }
  const columns = packageIn(filter, 'device_package.')
    .map(([sql]) => sql)
    .join(' AND ')
  return [[`EXISTS (SELECT 1 FROM device_package WHERE device_id = device.id AND ${columns})`, ...values]]
}
