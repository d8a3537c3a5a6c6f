/** The controllers below a node that match a filter (domain §17). */
import type { site } from '../contracts/site'
import { connectedSql, outOfReachSql, silenceMs } from '../controllers/heartbeat'
import type { Call, Handlers } from '../kit/call'
import { territoryOf, within } from '../kit/caller'
import { refuse } from '../kit/refusal'
import { scopeOfBuilding, scopeOfCustomer, scopeOfSite, scopeOfSiteGroup, scopeOfSpace } from '../kit/scope'
import type { Value } from '../kit/store'
import { spacesInside } from './counts'
import type { DeviceRow } from './device-rows'
import { toDevices } from './device-rows'
import { keysetPage } from './keyset'
import { pathFinder } from './paths'
import { siteTallyOf } from './site-tally'
import { fold } from './sort-name'

type FindDevices = Call<typeof site.findDevices>
type Filter = FindDevices['query']
/** An SQL condition and what it binds. */
type Condition = [sql: string, ...values: Value[]]

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
  const places = placeConditions(call)
  const filters = filterConditions(query, world.clock.now())
  const conditions = [...places, ...filters]
  const descending = query.sort?.startsWith('-') ?? false
  const orderBy = sortColumns[query.sort?.replace(/^-/, '') ?? 'name']
  if (!orderBy) refuse(4000, { errors: { sort: 'errors.sort.field' } })

  const { rows, next, total } = keysetPage<DeviceRow>(world.store, {
    from: 'device',
    columns: 'device.*',
    where: conditions.map(([sql]) => sql).join(' AND '),
    parameters: conditions.flatMap(([, ...values]) => values),
    orderBy,
    idColumn: 'device.id',
    descending,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
    total: places.length === 1 && filters.length === 0 ? talliedTotal(call) : undefined,
  })
  return { data: toDevices(world, rows, pathFinder(world.store)), totalCount: total, continuationToken: next }
}

/** How many there are when a customer, a group or a site is all that is named. */
function talliedTotal({ query, world, customerId }: FindDevices): number | undefined {
  const customer = query.customerId ?? customerId
  if (query.siteId !== undefined) return siteTallyOf(world.store, 'site', query.siteId).devices
  if (query.groupId !== undefined) return siteTallyOf(world.store, 'group', query.groupId).devices
  return customer === undefined ? undefined : siteTallyOf(world.store, 'customer', customer).devices
}

/** Every node that is named must be the caller's to see; when none is, everything the caller may see. */
function placeConditions({ query, world, caller, customerId, require }: FindDevices): Condition[] {
  const named = { ...query, customerId: query.customerId ?? customerId }
  const conditions: Condition[] = []
  for (const [name, scopeOf] of Object.entries(scopes) as [keyof typeof scopes, typeof scopeOfSite][]) {
    const id = named[name]
    if (id === undefined) continue
    require(scopeOf(world.store, id))
    conditions.push(belowNode(name, id))
  }
  if (conditions.length > 0) return conditions
  const { sql, parameters } = within(territoryOf(caller, 'device.read'))
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

function filterConditions(filter: Filter, now: number): Condition[] {
  const conditions: Condition[] = []
  for (const word of (filter.search ?? '').split(/\s+/).filter(Boolean)) {
    conditions.push([`device.search_text LIKE ? ESCAPE '\\'`, `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`])
  }
  if (filter.productId !== undefined) conditions.push(['device.product_id = ?', filter.productId])
  if (filter.platform !== undefined) conditions.push(['device.platform = ?', filter.platform])
  if (filter.connected !== undefined) {
    conditions.push([filter.connected ? connectedSql : `${outOfReachSql} AND NOT ${connectedSql}`, now - silenceMs])
  }
  if (filter.onboarded !== undefined) conditions.push(['device.onboarded = ?', filter.onboarded ? 1 : 0])
  if (filter.packageStatus === 'outdated') conditions.push(['device.packages_outdated > 0'])
  if (filter.packageStatus === 'upToDate')
    conditions.push(['device.packages_outdated = 0 AND device.packages_total > 0'])
  if (filter.package !== undefined || filter.version !== undefined) conditions.push(packageCondition(filter))
  return conditions
}

/** One installed package must have both the name and the version asked for. */
function packageCondition({ package: name, version }: Filter): Condition {
  const columns = [name === undefined ? [] : ['name = ?'], version === undefined ? [] : ['version = ?']].flat()
  const values = [name, version].filter((value): value is string => value !== undefined)
  return [
    `EXISTS (SELECT 1 FROM device_package WHERE device_id = device.id AND ${columns.map((column) => `device_package.${column}`).join(' AND ')})`,
    ...values,
  ]
}
