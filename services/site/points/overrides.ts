/** Points that are overridden by operators or emergencies, across controllers (domain §17). */
import type { ActiveOverride } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { listTerritory, requireSomewhere, territorySql } from '../../kit/caller'
import { excludedModels, rowNotExcluded } from '../../kit/excluded-models'
import { defaultPageSize, pageOf, parseToken } from '../../kit/paging'
import { scopeOfBuilding, scopeOfCustomer, scopeOfDevice, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import { type Condition, textContains } from '../../kit/search-words'
import type { SqlValue, Store } from '../../kit/store'
import { containsWord, queryWords } from '../../kit/words'
import { pathFinder } from '../hierarchy/paths'
import type { CommandRecord } from './priority-array'
import { toOverride, weakestLevel } from './priority-array'
import { enumerationOf, type PointRecord } from './values'

interface Row extends CommandRecord, Pick<PointRecord, 'state_text'> {
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
  reason: string | null
}

/** A release is on its way for so long before it counts as overdue. */
const overdueMs = 15_000

type FindOverrides = ServiceCall<typeof site.findOverrides>

const scopes = {
  groupId: scopeOfSiteGroup,
  siteId: scopeOfSite,
  buildingId: scopeOfBuilding,
  deviceId: scopeOfDevice,
} as const

/** Sort expressions of the list, never null: overrides without an end date expire last. */
const sortKeys: Readonly<Record<string, string>> = {
  at: 'c.at',
  expiresAt: 'coalesce(c.expires_at, 9000000000000000)',
  level: 'c.level',
  deviceName: 'd.sort_name',
}

/** Returns the joins for the tables that an expression refers to. */
const joinsFor = (sql: string) =>
  [
    ...(/\bp\./.test(sql) ? ['JOIN point p ON p.id = c.point_id'] : []),
    ...(/\bd\./.test(sql) ? ['JOIN device d ON d.id = c.device_id'] : []),
  ].join(' ')

export const findOverrides: Handlers<typeof site>['findOverrides'] = (call) => {
  const { query, world } = call
  const { store } = world
  requireSomewhere(call.caller, 'point.read')
  const { sql: others, parameters: models } = rowNotExcluded('c.device_id', excludedModels(store, query))
  const baseConditions: Condition[] = [levelOf(query), ...placesOf(call), ...filtersOf(query), [others, ...models]]
  const conditions = [
    ...baseConditions,
    ...queryWords(query.search).map((word) => wordCondition(store, word, baseConditions)),
  ]
  const where = conditions.map(([sql]) => sql).join(' AND ')
  const parameters = conditions.flatMap(([, ...values]) => values)

  const isDescending = query.sort?.startsWith('-') ?? false
  const key = sortKeys[query.sort?.replace(/^-/, '') ?? 'at'] ?? fail(4000, { errors: { sort: 'errors.sort.field' } })
  const [sign, direction] = isDescending ? ['<', 'DESC'] : ['>', 'ASC']
  const after = query.continuationToken ? parseToken(query.continuationToken, 3) : []
  const pageSize = query.pageSize ?? defaultPageSize
  const order = ['page_key', 'point_id', 'level'].map((column) => `${column} ${direction}`).join(', ')
  // The matches are read once, for the count and for the page; complete rows are read only for the page.
  const results = store.all<(Row & { page_key: SqlValue; total: number }) | { point_id: null; total: number }>(
    `WITH found AS MATERIALIZED (
       SELECT c.point_id, c.level, ${key} AS page_key FROM point_command c ${joinsFor(`${key} ${where}`)} WHERE ${where}
     ), page AS (
       SELECT * FROM found ${after.length ? `WHERE (page_key, point_id, level) ${sign} (?, ?, ?)` : ''}
       ORDER BY ${order} LIMIT ?
     )
     SELECT total, c.*, p.name, p.display_name, p.kind, p.unit, p.state_text, d.name AS device_name, d.host_id, d.site_id, d.space_id,
       e.id AS equipment_id, e.name AS equipment_name, page_key,
       (SELECT reason FROM point_write w WHERE w.point_id = c.point_id AND w.level = c.level AND w.action = 'write'
        ORDER BY w.at DESC, w.id DESC LIMIT 1) AS reason
     FROM (SELECT count(*) AS total FROM found)
     LEFT JOIN page
     LEFT JOIN point_command c ON c.point_id = page.point_id AND c.level = page.level
     LEFT JOIN point p ON p.id = c.point_id
     LEFT JOIN device d ON d.id = c.device_id
     LEFT JOIN equipment e ON e.id = (SELECT min(equipment_id) FROM point_mapping WHERE point_id = c.point_id)
     ORDER BY page_key ${direction}, c.point_id ${direction}, c.level ${direction}`,
    ...parameters,
    ...after,
    pageSize + 1,
  )
  const matches = results.filter((row) => row.point_id !== null)
  const total = results[0]?.total ?? 0
  const { rows, next } = pageOf(matches, pageSize, (row) => [row.page_key, row.point_id, row.level])
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
      isOurs: !row.is_seen,
      isOverdue: row.expires_at !== null && row.expires_at < world.clock.now() - overdueMs,
      reason: row.is_seen ? null : row.reason,
      state: stateOf(row),
      path: paths.ofDevice(row),
    })),
    totalCount: total,
    continuationToken: next,
  }
}

/** Returns the text of an override's value, where its point has texts. */
function stateOf(row: Row): string | null {
  const { value } = toOverride(row)
  return enumerationOf(row)[typeof value === 'number' ? value - 1 : Number(value)] || null
}

/** In the exact wording of the partial indexes of overrides. */
function levelOf({ level }: FindOverrides['query']): Condition {
  if (!level) return [`c.level < ${weakestLevel}`]
  if (level.length === 1) return [`c.level = ${Number(level[0])}`]
  return [
    `c.level IN (${level
      .map(Number)
      .sort((a, b) => a - b)
      .join(', ')})`,
  ]
}

/**
 * Returns the conditions of the named places, each of which the caller must be allowed to see; by default everything
 * the caller may see.
 */
function placesOf({ query, world, caller, customerId, require }: FindOverrides): Condition[] {
  const { store } = world
  const requestedCustomer = query.customerId ?? customerId
  const conditions: Condition[] = []
  if (requestedCustomer !== undefined) {
    require(scopeOfCustomer(store, requestedCustomer))
    conditions.push(['c.customer_id = ?', requestedCustomer])
  }
  for (const name of ['groupId', 'siteId', 'buildingId', 'deviceId'] as const) {
    const id = query[name]
    if (id === undefined) continue
    require(scopes[name](store, id))
    conditions.push([placeSql[name], id])
  }
  if (conditions.length) return conditions
  const { sql, parameters } = territorySql(listTerritory(caller, 'point.read'), 'c.customer_id')
  return [[sql.replace('tenant_id', 'c.tenant_id'), ...parameters]]
}

const placeSql = {
  groupId: 'd.site_id IN (SELECT id FROM site WHERE site_group_id = ?)',
  siteId: 'd.site_id = ?',
  buildingId: 'd.building_id = ?',
  deviceId: 'c.device_id = ?',
} as const

function filtersOf(query: FindOverrides['query']): Condition[] {
  const { olderThan, since, endless, byUserId, endsBefore, isOurs } = query
  const conditions: Condition[] = []
  if (olderThan !== undefined) conditions.push(['c.at < ?', momentOf(olderThan, 'olderThan')])
  if (since !== undefined) conditions.push(['c.at >= ?', momentOf(since, 'since')])
  if (endless !== undefined) conditions.push([`c.expires_at IS ${endless ? '' : 'NOT '}NULL`])
  if (byUserId !== undefined) conditions.push(['c.by_id = ?', byUserId])
  if (isOurs !== undefined) conditions.push([`c.is_seen = ${isOurs ? 0 : 1}`])
  if (endsBefore !== undefined) conditions.push(['c.expires_at < ?', momentOf(endsBefore, 'endsBefore')])
  return conditions
}

/**
 * Returns the condition that the controller, its place or the point contains a word. Each controller is compared once,
 * however many of its points are overridden. SQLite does not fold accents: names with accents are compared here.
 */
function wordCondition(store: Store, word: string, among: readonly Condition[]): Condition {
  const where = among.map(([sql]) => sql).join(' AND ')
  const names = store
    .all<{ name: string }>(
      `SELECT DISTINCT p.display_name AS name FROM point_command c ${joinsFor(`p. ${where}`)}
       WHERE ${where} AND p.display_name GLOB '*[^ -~]*'`,
      ...among.flatMap(([, ...values]) => values),
    )
    .map(({ name }) => name)
    .filter((name) => containsWord(name, word))
  const [sql, ...values] = textContains([word])
  const controllers = `SELECT id FROM search_entry WHERE id IN (SELECT device_id FROM point_command) AND ${sql}`
  return [
    `(c.device_id IN (${controllers}) OR instr(lower(p.name || ' ' || p.display_name), ?)
      OR p.display_name IN (SELECT value FROM json_each(?)))`,
    ...values,
    word,
    JSON.stringify(names),
  ]
}

function momentOf(text: string, field: string): number {
  const at = Date.parse(text)
  return Number.isNaN(at) ? fail(4000, { errors: { [field]: 'errors.field.invalid' } }) : at
}
