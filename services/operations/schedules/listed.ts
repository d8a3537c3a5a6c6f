/** The schedules of a place, and their documents, across controllers (domain §17). */
import type { operations } from '../../contracts/operations'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { excludedModels, rowNotExcluded } from '../../kit/excluded-models'
import { keysetPage } from '../../kit/keyset'
import { localTimeAt } from '../../kit/local-time'
import { scopeOfBuilding, scopeOfCustomer, scopeOfSite, scopeOfSiteGroup, scopeOfSpace } from '../../kit/scope'
import { columnIn } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import type { Condition } from '../listing'
import { placesOf } from '../places'
import { territoryCondition } from '../territory'
import { hostsOf, toScheduleDocument } from './records'
import { toScheduleSummary } from './summary'

type FindSchedules = ServiceCall<typeof operations.findSchedules>
type ScheduleListCall = FindSchedules | ServiceCall<typeof operations.scheduleDocuments>

interface Row {
  id: string
  device_id: string
  position: number
  name: string
  site_id: string
  space_id: string
}

/** Maximum count. */
const maxCounted = 2_000

const sortColumns: Record<string, string> = { name: 'listed.sort_name', device: 'listed.device_sort_name' }
const placeColumns = 'device.name, device.site_id, device.space_id'

/**
 * Schedules of a customer are read in the order of an index, those of a place below it by its controllers; controllers
 * are read only for the page.
 */
function sourceOf(call: ScheduleListCall) {
  const isBelow = placeNames.some((name) => name !== 'customerId' && call.query[name] !== undefined)
  const listed = `listed_schedule AS listed${isBelow ? ' INDEXED BY listed_schedule_of_device' : ''}`
  return { listed, withDevice: `${listed} CROSS JOIN device ON device.id = listed.device_id` }
}

export const findSchedules: Handlers<typeof operations>['findSchedules'] = (call) => {
  const { query, world } = call
  const orderBy = sortColumns[query.sort?.replace(/^-/, '') ?? 'device']
  if (!orderBy) fail(4000, { errors: { sort: 'errors.sort.field' } })
  const where = selection([...placeConditions(call), ...filterConditions(call)])
  const { listed, withDevice } = sourceOf(call)
  const { rows, next, counts } = keysetPage<Row>(world.store, {
    from: withDevice,
    columns: `listed.id, listed.device_id, listed.position, ${placeColumns}`,
    ...where,
    counting: { from: listed, ...where },
    orderBy,
    idColumn: 'listed.id',
    descending: query.sort?.startsWith('-') ?? false,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
    maxCounted,
  })
  const hosts = hostsOf(
    world,
    rows.map(({ device_id }) => device_id),
  )
  const placeOfRow = placesOfRows(world.store, rows)
  const now = world.clock.now()
  const data = rows.flatMap((row) => {
    const host = hosts.get(row.device_id)
    const schedule = host?.schedules[row.position]
    if (!host || !schedule) return []
    const { scheduleDefault, facets } = schedule
    return [
      {
        ...toScheduleSummary(host, schedule, now),
        scheduleDefault,
        facets,
        timeZone: host.timeZone,
        ...placeOfRow(row),
      },
    ]
  })
  return { data, ...counts, continuationToken: next }
}

export const scheduleDocuments: Handlers<typeof operations>['scheduleDocuments'] = (call) => {
  const { query, world } = call
  // A document with schedules has a first one; texts are read only for the page.
  const where = selection([...placeConditions(call), ['listed.position = 0']])
  const { listed, withDevice } = sourceOf(call)
  const { rows, next, counts, ahead } = keysetPage<Row>(world.store, {
    from: withDevice,
    columns: `device.id, device.id AS device_id, listed.position, ${placeColumns}`,
    ...where,
    counting: { from: listed, ...where },
    orderBy: 'listed.device_sort_name',
    idColumn: 'listed.device_id',
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
    ahead: query.ahead,
    maxCounted,
  })
  const hosts = hostsOf(
    world,
    rows.map(({ id }) => id),
  )
  const placeOfRow = placesOfRows(world.store, rows)
  const now = world.clock.now()
  const data = rows.flatMap((row) => {
    const host = hosts.get(row.id)
    return host ? [{ ...toScheduleDocument(host, now), ...placeOfRow(row) }] : []
  })
  return { data, ...counts, continuationToken: next, ...(query.ahead === undefined ? {} : { ahead }) }
}

const selection = (where: readonly Condition[]) => ({
  where: where.map(([sql]) => `(${sql})`).join(' AND '),
  parameters: where.flatMap(([, ...values]) => values),
})

/** Returns the controller of a row and its place. */
function placesOfRows(store: Store, rows: readonly Row[]): (row: Row) => RowPlace {
  const places = placesOf(
    store,
    rows.map((row) => ({ ...row, equipment_id: null })),
  )
  return (row) => {
    const { path } = places({ ...row, equipment_id: null })
    return { deviceName: row.name, siteId: row.site_id, path }
  }
}

interface RowPlace {
  deviceName: string
  siteId: string
  path: ReturnType<ReturnType<typeof placesOf>>['path']
}

const scopes = {
  customerId: scopeOfCustomer,
  groupId: scopeOfSiteGroup,
  siteId: scopeOfSite,
  buildingId: scopeOfBuilding,
  spaceId: scopeOfSpace,
} as const
const placeNames = Object.keys(scopes) as (keyof typeof scopes)[]

const ofDevices = (condition: string) => `listed.device_id IN (SELECT id FROM device WHERE ${condition})`

const below: Readonly<Record<keyof typeof scopes, string>> = {
  customerId: 'listed.customer_id = ?',
  groupId: ofDevices('site_id IN (SELECT id FROM site WHERE site_group_id = ?)'),
  siteId: ofDevices('site_id = ?'),
  buildingId: ofDevices('building_id = ?'),
  spaceId: ofDevices(`space_id IN (
    WITH RECURSIVE inside (id) AS (
      SELECT ? UNION SELECT space.id FROM space JOIN inside ON space.parent_space_id = inside.id
    ) SELECT id FROM inside)`),
}

/**
 * Returns the conditions of the named nodes, each of which the caller must be allowed to see, without excluded models
 * and controllers without a host id.
 */
function placeConditions(call: ScheduleListCall): Condition[] {
  const { query, world, require } = call
  const conditions: Condition[] = [
    territoryCondition(call, { table: 'listed', capability: 'schedule.read' }),
    ["listed.host_id <> ''"],
  ]
  for (const name of placeNames) {
    const id = query[name]
    if (id === undefined) continue
    require(scopes[name](world.store, id))
    conditions.push([below[name], id])
  }
  const models = excludedModels(world.store, { ...query, customerId: query.customerId ?? call.customerId })
  if (models !== null) {
    const { sql, parameters } = rowNotExcluded('listed.device_id', models)
    conditions.push([sql, ...parameters])
  }
  return conditions
}

function filterConditions({ query, world }: FindSchedules): Condition[] {
  const { search, syncState, valueType, isActive } = query
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return [
    ...words.map(
      (word): Condition => [
        'instr(listed.sort_name, ?) > 0 OR instr(lower(listed.device_name), ?) > 0 OR instr(lower(listed.host_id), ?) > 0',
        word,
        word,
        word,
      ],
    ),
    ...(syncState ? [columnIn('listed.sync_state', syncState)] : []),
    ...(valueType ? [columnIn('listed.value_type', valueType)] : []),
    ...(isActive === undefined ? [] : [activeCondition(isActive, todayByZone(world))]),
  ]
}

/** Returns today's date in every zone that has sites, as JSON. */
function todayByZone({ store, clock }: FindSchedules['world']): string {
  const zones = store.all<{ time_zone: string }>('SELECT DISTINCT time_zone FROM site')
  return JSON.stringify(
    Object.fromEntries(zones.map(({ time_zone }) => [time_zone, localTimeAt(clock.now(), time_zone).date])),
  )
}

function activeCondition(isActive: boolean, today: string): Condition {
  const zone = `(SELECT time_zone FROM device CROSS JOIN site ON site.id = device.site_id WHERE device.id = listed.device_id)`
  const day = `(SELECT value FROM json_each(?) WHERE key = ${zone})`
  // Most have no end and need no date.
  const active = `listed.out_of_service = 0 AND (listed.effective_start IS NULL OR listed.effective_start <= ${day})
    AND (listed.effective_end IS NULL OR listed.effective_end >= ${day})`
  return [isActive ? active : `NOT (${active})`, today, today]
}
