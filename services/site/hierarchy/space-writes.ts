/** Spaces: add, change, move within their building, remove (spec §7, domain §15). */
import { randomUUID } from 'node:crypto'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { scopeOfBuilding, scopeOfSpace } from '../../kit/scope'
import type { Store } from '../../kit/store'
import { nameColumns } from '../../kit/words'
import { removeSpace } from './removal'
import { spaceReply } from './replies'
import { insertRow, readRow, saveRow } from './rows'
import type { SpaceRecord } from './tree-rows'
import { rowETagOf } from './tree-rows'
import { requireFreeName, requireMatch, requireScopeWritable } from './write-checks'

/** Maximum nesting of spaces, including the outermost (domain §10, code 4205). */
export const maxDepth = 8

type SpaceWrites = Pick<Handlers<typeof site>, 'createSpace' | 'updateSpace' | 'deleteSpace'>

export const spaceWrites: SpaceWrites = {
  createSpace(call) {
    const { params, body, world, touched } = call
    const { store } = world
    const owner = requireScopeWritable(call, scopeOfBuilding(store, params.id))
    const parentId = body.parentSpaceId || null
    if (parentId) requireDepth(store, parentId, { buildingId: params.id, height: 1 })
    requireFreeName(store, body.name, spacesIn(params.id, parentId))
    const id = randomUUID()
    insertRow(store, 'space', {
      id,
      tenant_id: owner.tenantId,
      customer_id: owner.customerId,
      site_id: readRow(store, 'building', params.id).site_id,
      building_id: params.id,
      parent_space_id: parentId,
      ...nameColumns(body.name),
      kind: body.kind ?? 'Space',
      usage: body.usage ?? 'Unassigned',
    })
    touched(id)
    return spaceReply(world, id)
  },

  updateSpace(call) {
    const { params, body, headers, world } = call
    const { store } = world
    requireScopeWritable(call, scopeOfSpace(store, params.id))
    const row = readRow(store, 'space', params.id)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...spaceReply(world, params.id), eTag: rowETagOf(row) },
    })
    const parentId = body.parentSpaceId === undefined ? row.parent_space_id : body.parentSpaceId || null
    if (parentId && parentId !== row.parent_space_id) {
      if (ancestorsOf(store, parentId).includes(params.id))
        fail(4205, { errors: { parentSpaceId: 'errors.space.cycle' } })
      requireDepth(store, parentId, { buildingId: row.building_id, height: heightOf(store, params.id) })
    }
    requireFreeName(store, body.name ?? row.name, spacesIn(row.building_id, parentId, params.id))
    saveRow(store, 'space', params.id, {
      parent_space_id: parentId,
      ...(body.name === undefined ? {} : nameColumns(body.name)),
      kind: body.kind,
      usage: body.usage === null ? 'Unassigned' : body.usage,
    })
    return spaceReply(world, params.id)
  },

  deleteSpace(call) {
    const { params, query, headers, world } = call
    requireScopeWritable(call, scopeOfSpace(world.store, params.id))
    requireMatch(headers, spaceReply(world, params.id))
    removeSpace(world, params.id, query.force === true)
    return null
  },
}

const spacesIn = (buildingId: string, parentId: string | null, id?: string) => ({
  table: 'space' as const,
  where: 'building_id = ? AND parent_space_id IS ?',
  parameters: [buildingId, parentId],
  id,
})

/** Throws for a parent in another building, and for one in which `height` more levels are too deep. */
function requireDepth(store: Store, parentId: string, { buildingId, height }: { buildingId: string; height: number }) {
  const parent = store.get<SpaceRecord>('SELECT * FROM space WHERE id = ? AND building_id = ?', parentId, buildingId)
  if (!parent) fail(4000, { errors: { parentSpaceId: 'errors.space.parent' } })
  if (ancestorsOf(store, parentId).length + height > maxDepth) {
    fail(4205, { errors: { parentSpaceId: 'errors.space.cycle' } })
  }
}

/** Returns the space itself and its ancestors. */
function ancestorsOf(store: Store, id: string): string[] {
  const rows = store.all<{ id: string }>(
    `WITH RECURSIVE above (id, parent) AS (
       SELECT id, parent_space_id FROM space WHERE id = ?
       UNION ALL SELECT space.id, space.parent_space_id FROM space JOIN above ON space.id = above.parent
     ) SELECT id FROM above`,
    id,
  )
  return rows.map((row) => row.id)
}

/** Returns how many levels a space and its contents have. */
function heightOf(store: Store, id: string): number {
  const row = store.get<{ height: number }>(
    `WITH RECURSIVE inside (id, level) AS (
       SELECT ?, 1 UNION ALL SELECT space.id, inside.level + 1 FROM space JOIN inside ON space.parent_space_id = inside.id
     ) SELECT max(level) AS height FROM inside`,
    id,
  )
  return row?.height ?? 1
}
