/** Site groups and their sites (spec §7, domain §15). */
import { randomUUID } from 'node:crypto'
import type { site } from '../../contracts/site'
import { fail, forEachEntity } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { scopeOfCustomer, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import { nameColumns } from '../../kit/words'
import { groupReply, siteReply } from './replies'
import { insertRow, readRow, saveRow } from './rows'
import { rowETagOf } from './tree-rows'
import { requireFreeName, requireMatch, requireScopeWritable } from './write-checks'

type Asking = Pick<ServiceCall<typeof site.createSiteGroup>, 'world' | 'require'>
type GroupWrites = Pick<
  Handlers<typeof site>,
  'createSiteGroup' | 'updateSiteGroup' | 'deleteSiteGroup' | 'moveSites' | 'ungroupSites'
>

export const groupWrites: GroupWrites = {
  createSiteGroup(call) {
    const { params, body, world, touched } = call
    const owner = requireScopeWritable(call, scopeOfCustomer(world.store, params.id))
    requireFreeName(world.store, body.name, groupsOf(params.id))
    const id = randomUUID()
    insertRow(world.store, 'site_group', {
      id,
      tenant_id: owner.tenantId,
      customer_id: owner.customerId,
      ...nameColumns(body.name),
      description: body.description ?? '',
    })
    for (const siteId of body.siteIds ?? []) moveToGroup(call, siteId, { id, customerId: owner.customerId })
    touched(id)
    return groupReply(world, id)
  },

  updateSiteGroup(call) {
    const { params, body, headers, world } = call
    const { store } = world
    const { customerId } = requireScopeWritable(call, scopeOfSiteGroup(store, params.id))
    const current = groupReply(world, params.id)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...current, eTag: rowETagOf(readRow(store, 'site_group', params.id)) },
      required: true,
    })
    if (body.name !== undefined) requireFreeName(store, body.name, groupsOf(customerId, params.id))
    saveRow(store, 'site_group', params.id, {
      ...(body.name === undefined ? {} : nameColumns(body.name)),
      description: body.description === null ? '' : body.description,
    })
    if (body.siteIds) {
      store.run('UPDATE site SET site_group_id = NULL, version = version + 1 WHERE site_group_id = ?', params.id)
      for (const siteId of body.siteIds) moveToGroup(call, siteId, { id: params.id, customerId })
    }
    return groupReply(world, params.id)
  },

  deleteSiteGroup(call) {
    const { params, headers, world } = call
    requireScopeWritable(call, scopeOfSiteGroup(world.store, params.id))
    requireMatch(headers, groupReply(world, params.id))
    world.store.run('UPDATE site SET site_group_id = NULL, version = version + 1 WHERE site_group_id = ?', params.id)
    world.store.run('DELETE FROM site_group WHERE id = ?', params.id)
    return null
  },

  moveSites(call) {
    const { query, body, world } = call
    const group = query.siteGroupId ? { id: query.siteGroupId, ...groupOwner(call, query.siteGroupId) } : null
    return forEachEntity(
      [...new Set(body)],
      { id: (siteId) => siteId, savepoint: world.store.transaction },
      (siteId) => {
        moveToGroup(call, siteId, group)
        return siteReply(world, siteId)
      },
    )
  },

  ungroupSites(call) {
    const { body, world, touched } = call
    const siteIds = [...new Set(body)]
    forEachEntity(siteIds, { id: (siteId) => siteId, savepoint: world.store.transaction }, (siteId) => {
      moveToGroup(call, siteId, null)
      return siteId
    })
    touched(...siteIds)
    return null
  },
}

const groupsOf = (customerId: string, id?: string) => ({
  table: 'site_group' as const,
  where: 'customer_id = ?',
  parameters: [customerId],
  id,
})

const groupOwner = (call: Asking, groupId: string) =>
  requireScopeWritable(call, scopeOfSiteGroup(call.world.store, groupId))

/** Moves one site into a group of its customer, or out of its group. */
function moveToGroup(call: Asking, siteId: string, group: { id: string; customerId: string } | null): void {
  const { store } = call.world
  const { customerId } = requireScopeWritable(call, scopeOfSite(store, siteId))
  if (group && group.customerId !== customerId) fail(4203)
  saveRow(store, 'site', siteId, { site_group_id: group?.id ?? null })
}
