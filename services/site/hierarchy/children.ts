/**
 * One level of the tree (domain §17): groups before ungrouped sites, buildings before designer projects, sub-spaces
 * before controllers before equipment; the points of a controller, and those of equipment, are one node. Callers who
 * may see places may see all of these.
 */
import type { site, TreeNode } from '../../contracts/site'
import { ApiError, fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { requireSomewhere } from '../../kit/caller'
import { deviceNotExcluded, type ExcludedModels, requestedExclusion } from '../../kit/excluded-models'
import { defaultPageSize, pageOf, parseToken } from '../../kit/paging'
import type { TenantScope } from '../../kit/scope'
import {
  scopeOfBuilding,
  scopeOfCustomer,
  scopeOfDevice,
  scopeOfEquipment,
  scopeOfSite,
  scopeOfSiteGroup,
  scopeOfSpace,
} from '../../kit/scope'
import type { SqlValue, Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { isConnected } from '../../link/presence'
import { nodeCountsOf } from './counts'

interface Row {
  rank: number
  type: 'group' | 'site' | 'building' | 'space' | 'device' | 'equipment' | 'project' | 'points'
  id: string
  name: string
  sort_name: string
  kind: string | null
  host_id: string | null
  onboarded: number
  offline_since: number | null
}

/** A parent: its scope, and its children in the order in which they are shown. */
interface Level {
  scopeOf(store: Store, id: string): TenantScope | undefined
  children?: readonly string[]
  /** Its controllers, after the other children. */
  devices?: string
  /** Children that are neither places nor contain controllers, last. */
  others?: string
}

const node = (type: Row['type'], from: string, kind = 'NULL') =>
  `SELECT '${type}' AS type, id, name, sort_name, ${kind} AS kind, NULL AS host_id, 0 AS onboarded, NULL AS offline_since FROM ${from}`

/** Points nodes have the id of their owner. */
const points = (from: string) =>
  `SELECT 'points' AS type, id, 'Points' AS name, '' AS sort_name, NULL AS kind, NULL AS host_id, 0 AS onboarded,
    NULL AS offline_since FROM ${from}`

const parentKinds: Record<string, Level> = {
  customer: {
    scopeOf: scopeOfCustomer,
    children: [
      node('group', 'site_group WHERE customer_id = ?'),
      node('site', 'site WHERE customer_id = ? AND site_group_id IS NULL'),
    ],
  },
  group: { scopeOf: scopeOfSiteGroup, children: [node('site', 'site WHERE site_group_id = ?')] },
  site: {
    scopeOf: scopeOfSite,
    children: [node('building', 'building WHERE site_id = ?')],
    others: `SELECT 'project' AS type, project_id AS id, name, name AS sort_name, NULL AS kind, NULL AS host_id,
      0 AS onboarded, NULL AS offline_since FROM designer_project WHERE associated_id = ?`,
  },
  building: {
    scopeOf: scopeOfBuilding,
    children: [node('space', 'space WHERE building_id = ? AND parent_space_id IS NULL', 'kind')],
  },
  space: {
    scopeOf: scopeOfSpace,
    children: [node('space', 'space WHERE parent_space_id = ?', 'kind')],
    devices: `SELECT 'device' AS type, id, name, sort_name, model_type AS kind, host_id, onboarded, offline_since
      FROM device WHERE space_id = ?`,
    others: node('equipment', 'equipment WHERE space_id = ?', 'type'),
  },
  device: { scopeOf: scopeOfDevice, others: points('device WHERE id = ? AND onboarded = 1') },
  equipment: { scopeOf: scopeOfEquipment, others: points('equipment WHERE id = ?') },
}

type Calls = Handlers<typeof site>

export const children: Calls['children'] = (call) => levelOf(call, call.query)

/**
 * Returns each level as a call of its own would; an error of one does not affect the others, and if all fail the first
 * error is thrown.
 */
export const levels: Calls['levels'] = (call) => {
  const { parents } = call.body
  requireSomewhere(call.caller, 'hierarchy.read')
  const results = parents.map((parent) => {
    try {
      return levelOf(call, { ...call.query, ...parent })
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  })
  const [first] = results
  if (first instanceof ApiError && results.every((one) => one instanceof ApiError)) throw first
  return { data: results.map((one) => (one instanceof ApiError ? null : one)) }
}

type ChildrenCall = Parameters<Calls['children']>[0]

function levelOf(
  { world, require, customerId }: Pick<ChildrenCall, 'world' | 'require' | 'customerId'>,
  query: ChildrenCall['query'],
) {
  const level = parentKinds[query.type]
  if (!level) return fail(4000, { errors: { type: 'errors.field.choice' } })
  require(level.scopeOf(world.store, query.id))
  const models = requestedExclusion({ world, customerId, query })
  const parts = partsOf(level, query.id, models ?? null)

  const union = parts.map(({ sql }, rank) => `SELECT ${rank} AS rank, * FROM (${sql})`).join(' UNION ALL ')
  const sqlParameters = parts.flatMap(({ parameters }) => parameters)
  const after = query.continuationToken ? parseToken(query.continuationToken, 3) : []
  const pageSize = query.pageSize ?? defaultPageSize
  const entries = world.store.all<Row>(
    `SELECT * FROM (${union}) ${after.length ? 'WHERE (rank, sort_name, id) > (?, ?, ?)' : ''}
     ORDER BY rank, sort_name, id LIMIT ?`,
    ...sqlParameters,
    ...after,
    pageSize + 1,
  )
  const total = world.store.get<{ n: number }>(`SELECT count(*) AS n FROM (${union})`, ...sqlParameters)?.n ?? 0
  const { rows, next } = pageOf(entries, pageSize, (row) => [row.rank, row.sort_name, row.id])
  const isCounted = query.withoutCounts !== true
  return {
    data: rows.map((row) => toTreeNode(world, row, { models, isCounted })),
    totalCount: total,
    continuationToken: next,
  }
}

interface LevelOptions {
  models: ExcludedModels | undefined
  isCounted: boolean
}

function toTreeNode(world: World, row: Row, { models, isCounted }: LevelOptions): TreeNode {
  const base = { id: row.id, type: row.type, name: row.name, kind: row.kind }
  if (row.type === 'device') {
    return {
      ...base,
      hasChildren: row.onboarded === 1,
      hostId: row.host_id,
      connected: isConnected(row, world.clock.now()),
      onBoarded: row.onboarded === 1,
    }
  }
  if (row.type === 'equipment') return { ...base, hasChildren: true }
  if (row.type === 'project' || row.type === 'points') return { ...base, hasChildren: false }
  const counts = isCounted ? { counts: nodeCountsOf(world, { type: row.type, id: row.id, models }) } : {}
  return { ...base, hasChildren: hasChildren(world, row, models ?? null), ...counts }
}

function hasChildren({ store }: World, { type, id }: Row, models: ExcludedModels): boolean {
  const level = parentKinds[type]
  return Boolean(
    level && partsOf(level, id, models).some(({ sql, parameters }) => store.get(`${sql} LIMIT 1`, ...parameters)),
  )
}

/** Returns the queries of a level's parts. */
function partsOf(
  { children = [], devices, others }: Level,
  id: string,
  models: ExcludedModels,
): { sql: string; parameters: SqlValue[] }[] {
  const offered = deviceNotExcluded(models)
  return [
    ...children.map((sql) => ({ sql, parameters: [id] })),
    ...(devices ? [{ sql: `${devices} AND ${offered.sql}`, parameters: [id, ...offered.parameters] }] : []),
    ...(others ? [{ sql: others, parameters: [id] }] : []),
  ]
}
