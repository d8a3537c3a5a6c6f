/** The points that are held by hand or in an emergency, across a fleet (domain §17). */
import type { ActiveOverride } from '../../contracts/points'
import type { site } from '../../contracts/site'
import type { Call, Handlers } from '../../kit/call'
import { requireSomewhere, territoryToList, within } from '../../kit/caller'
import { defaultPageSize, keyOf, pageOf } from '../../kit/paging'
import { refuse } from '../../kit/refusal'
import { scopeOfCustomer, scopeOfDevice, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import { type Condition, holding } from '../../kit/search-words'
import type { Value } from '../../kit/store'
import { wordsIn } from '../../kit/words'
import { pathFinder } from '../hierarchy/paths'
import type { CommandRow } from './priority-array'
import { emergencyLevel, operatorLevel, toOverride } from './priority-array'

interface Row extends CommandRow {
  name: string
  display_name: string
  kind: ActiveOverride['kind']
  unit: string | null
  device_id: string
  device_name: string
  host_id: string
  site_id: string
  space_id: string
  equipment_id: string | null
  equipment_name: string | null
}

type FindOverrides = Call<typeof site.findOverrides>

const scopes = { groupId: scopeOfSiteGroup, siteId: scopeOfSite, deviceId: scopeOfDevice } as const

/** What sorts a list, never null: what has no end is over last. */
const sortKeys: Readonly<Record<string, string>> = {
  at: 'c.at',
  expiresAt: 'coalesce(c.expires_at, 9000000000000000)',
  level: 'c.level',
  deviceName: 'd.sort_name',
}

const joined = `point_command c JOIN point p ON p.id = c.point_id JOIN device d ON d.id = c.device_id`

export const findOverrides: Handlers<typeof site>['findOverrides'] = (call) => {
  const { query, world } = call
  const { store } = world
  requireSomewhere(call.caller, 'point.read')
  const conditions = [levelOf(query), ...placesOf(call), ...filtersOf(query)]
  const where = conditions.map(([sql]) => sql).join(' AND ')
  const parameters = conditions.flatMap(([, ...values]) => values)

  const isDescending = query.sort?.startsWith('-') ?? false
  const key = sortKeys[query.sort?.replace(/^-/, '') ?? 'at'] ?? refuse(4000, { errors: { sort: 'errors.sort.field' } })
  const [sign, direction] = isDescending ? ['<', 'DESC'] : ['>', 'ASC']
  const after = query.continuationToken ? keyOf(query.continuationToken, 3) : []
  const pageSize = query.pageSize ?? defaultPageSize
  const found = store.all<Row & { page_key: Value }>(
    `SELECT c.*, p.name, p.display_name, p.kind, p.unit, d.name AS device_name, d.host_id, d.site_id, d.space_id,
       e.id AS equipment_id, e.name AS equipment_name, ${key} AS page_key
     FROM ${joined}
     LEFT JOIN equipment e ON e.id = (SELECT min(equipment_id) FROM point_mapping WHERE point_id = c.point_id)
     WHERE ${where} ${after.length ? `AND (${key}, c.point_id, c.level) ${sign} (?, ?, ?)` : ''}
     ORDER BY ${[key, 'c.point_id', 'c.level'].map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`,
    ...parameters,
    ...after,
    pageSize + 1,
  )
  const isOfPlaces = query.groupId !== undefined || query.siteId !== undefined || wordsIn(query.search).length > 0
  const counted = isOfPlaces ? joined : 'point_command c'
  const total = store.get<{ n: number }>(`SELECT count(*) AS n FROM ${counted} WHERE ${where}`, ...parameters)?.n ?? 0
  const { rows, next } = pageOf(found, pageSize, (row) => [row.page_key, row.point_id, row.level])
  const paths = pathFinder(store)
  return {
    data: rows.map((row) => ({
      pointId: row.point_id,
      pointName: row.name,
      displayName: row.display_name,
      kind: row.kind,
      unit: row.unit,
      deviceId: row.device_id,
      deviceName: row.device_name,
      hostId: row.host_id,
      siteId: row.site_id,
      equipmentId: row.equipment_id,
      equipmentName: row.equipment_name,
      ...toOverride(row),
      path: paths.ofDevice(row),
    })),
    totalCount: total,
    continuationToken: next,
  }
}

/** Word by word as the index of what is held has it. */
const levelOf = ({ level }: FindOverrides['query']): Condition => [
  level === undefined ? `c.level IN (${emergencyLevel}, ${operatorLevel})` : `c.level = ${Number(level)}`,
]

/** Every place that is named must be the caller's to see; when none is, everything the caller may see. */
function placesOf({ query, world, caller, customerId, require }: FindOverrides): Condition[] {
  const { store } = world
  const asked = query.customerId ?? customerId
  const conditions: Condition[] = []
  if (asked !== undefined) {
    require(scopeOfCustomer(store, asked))
    conditions.push(['c.customer_id = ?', asked])
  }
  for (const name of ['groupId', 'siteId', 'deviceId'] as const) {
    const id = query[name]
    if (id === undefined) continue
    require(scopes[name](store, id))
    conditions.push([placeSql[name], id])
  }
  if (conditions.length) return conditions
  const { sql, parameters } = within(territoryToList(caller, 'point.read'), 'c.customer_id')
  return [[sql.replace('tenant_id', 'c.tenant_id'), ...parameters]]
}

const placeSql = {
  groupId: 'd.site_id IN (SELECT id FROM site WHERE site_group_id = ?)',
  siteId: 'd.site_id = ?',
  deviceId: 'c.device_id = ?',
} as const

function filtersOf(query: FindOverrides['query']): Condition[] {
  const { olderThan, endless, byUserId, endsBefore, search } = query
  const conditions: Condition[] = []
  if (olderThan !== undefined) conditions.push(['c.at < ?', momentOf(olderThan, 'olderThan')])
  if (endless !== undefined) conditions.push([`c.expires_at IS ${endless ? '' : 'NOT '}NULL`])
  if (byUserId !== undefined) conditions.push(['c.by_id = ?', byUserId])
  if (endsBefore !== undefined) conditions.push(['c.expires_at < ?', momentOf(endsBefore, 'endsBefore')])
  for (const word of wordsIn(search)) {
    const [sql, ...values] = holding('c.device_id', { words: [word] })
    conditions.push([`(${sql} OR instr(lower(p.name || ' ' || p.display_name), ?))`, ...values, word])
  }
  return conditions
}

function momentOf(text: string, field: string): number {
  const at = Date.parse(text)
  return Number.isNaN(at) ? refuse(4000, { errors: { [field]: 'errors.field.invalid' } }) : at
}
