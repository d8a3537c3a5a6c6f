/** Buildings: add, change, remove (spec §7, domain §15). */
import { randomUUID } from 'node:crypto'
import type { site } from '../../contracts/site'
import type { Handlers } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { scopeOfBuilding, scopeOfSite } from '../../kit/scope'
import { nameColumns, wordsOf } from '../../kit/words'
import { removeBuilding } from './removal'
import { buildingReply } from './replies'
import { insertRow, readRow, saveRow } from './rows'
import { rowETagOf } from './tree-rows'
import { requireFreeName, requireMatch, requireScopeWritable } from './write-checks'

type BuildingWrites = Pick<Handlers<typeof site>, 'createBuilding' | 'updateBuilding' | 'deleteBuilding'>

export const buildingWrites: BuildingWrites = {
  createBuilding(call) {
    const { params, body, world, touched } = call
    const owner = requireScopeWritable(call, scopeOfSite(world.store, params.id))
    requireFreeName(world.store, body.name, buildingsOf(params.id))
    const id = randomUUID()
    insertRow(world.store, 'building', {
      id,
      tenant_id: owner.tenantId,
      customer_id: owner.customerId,
      site_id: params.id,
      ...nameColumns(body.name),
      description: body.description ?? '',
      usage: body.usage ?? 'Unassigned',
      address: body.address ?? null,
      address_text: wordsOf(body.address),
      size: body.size ?? null,
    })
    touched(id)
    return buildingReply(world, id)
  },

  updateBuilding(call) {
    const { params, body, headers, world } = call
    const { store } = world
    requireScopeWritable(call, scopeOfBuilding(store, params.id))
    const row = readRow(store, 'building', params.id)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...buildingReply(world, params.id), eTag: rowETagOf(row) },
    })
    if (body.name !== undefined) requireFreeName(store, body.name, buildingsOf(row.site_id, params.id))
    saveRow(store, 'building', params.id, {
      ...(body.name === undefined ? {} : nameColumns(body.name)),
      description: body.description === null ? '' : body.description,
      usage: body.usage === null ? 'Unassigned' : body.usage,
      address: body.address,
      address_text: body.address === undefined ? undefined : wordsOf(body.address),
      size: body.size,
    })
    return buildingReply(world, params.id)
  },

  deleteBuilding(call) {
    const { params, query, headers, world } = call
    requireScopeWritable(call, scopeOfBuilding(world.store, params.id))
    requireMatch(headers, buildingReply(world, params.id))
    removeBuilding(world, params.id, query.force === true)
    return null
  },
}

const buildingsOf = (siteId: string, id?: string) => ({
  table: 'building' as const,
  where: 'site_id = ?',
  parameters: [siteId],
  id,
})
