/** Controllers as inventory: add, change, move within their site, remove (spec §3, §7, domain §15). */
import type { site } from '../../contracts/site'
import { fail, forEachEntity } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { scopeOfDevice, scopeOfSpace } from '../../kit/scope'
import { sortName } from '../../kit/sort-name'
import { removeDevices } from '../hierarchy/removal'
import { deviceReply } from '../hierarchy/replies'
import { readRow, saveRow } from '../hierarchy/rows'
import { rowETagOf } from '../hierarchy/tree-rows'
import { requireFreeName, requireScopeWritable } from '../hierarchy/write-checks'
import { recountPackages } from '../packages/installed'
import { searchTextOf } from '../search/search-text'
import { addDevice, findProduct, freeNames } from './new-device'
import type { DeviceRecord } from './rows'

type Update = ServiceCall<typeof site.updateDevice>
type DeviceWrites = Pick<Handlers<typeof site>, 'createDevices' | 'updateDevice' | 'deleteDevices'>

export const deviceWrites: DeviceWrites = {
  createDevices(call) {
    const { params, body, world } = call
    const { device, quantity } = body
    requireScopeWritable(call, scopeOfSpace(world.store, params.id))
    if (device.hostId && quantity > 1) fail(4000, { errors: { quantity: 'errors.device.oneHostId' } })
    const space = readRow(world.store, 'space', params.id)
    const names = freeNames(world.store, { spaceId: params.id, name: device.name, quantity })
    return names.map((name) => deviceReply(world, addDevice(world, space, name, device)))
  },

  updateDevice(call) {
    const { params, body, headers, world } = call
    const { store } = world
    requireScopeWritable(call, scopeOfDevice(store, params.id))
    const row = readRow(store, 'device', params.id)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...deviceReply(world, params.id), eTag: rowETagOf(row) },
      required: true,
    })
    const spaceId = targetSpaceOf(call, row)
    const name = body.name ?? row.name
    if (name !== row.name || spaceId !== row.space_id) {
      requireFreeName(store, name, { table: 'device', where: 'space_id = ?', parameters: [spaceId], id: row.id })
    }
    const product = findProduct(store, body.productId === undefined ? row.product_id : body.productId)
    const isOther = (product?.id ?? null) !== row.product_id
    if (isOther && row.onboarded) fail(4306, { errors: { productId: 'errors.device.onboardedModel' } })
    const described = {
      name,
      host_id: row.host_id,
      description: body.description === undefined ? row.description : (body.description ?? ''),
      properties:
        body.additionalProperties === undefined ? row.properties : JSON.stringify(body.additionalProperties ?? {}),
    }
    saveRow(store, 'device', row.id, {
      ...described,
      sort_name: sortName(name),
      search_text: searchTextOf(described, product),
      space_served: body.spaceServed,
      space_id: spaceId,
      building_id: readRow(store, 'space', spaceId).building_id,
      product_id: product?.id ?? null,
      model_type: product?.model.type ?? '',
      platform: product?.platform ?? '',
    })
    if (isOther) recountPackages(store, readRow(store, 'device', row.id))
    return deviceReply(world, row.id)
  },

  deleteDevices(call) {
    const { body, world, touched } = call
    const { store } = world
    const ids = [...new Set(body)]
    forEachEntity(ids, { id: (id) => id, savepoint: store.transaction }, (id) => {
      requireScopeWritable(call, scopeOfDevice(store, id))
      if (readRow(store, 'device', id).deployment_in_progress) fail(4306)
      removeDevices(world, [id])
      return id
    })
    touched(...ids)
    return null
  },
}

/** Returns the space after the change: any of its site's (4203 for another customer's). */
function targetSpaceOf(call: Update, row: DeviceRecord): string {
  const { spaceId } = call.body
  if (spaceId === undefined || spaceId === row.space_id) return row.space_id
  const { customerId } = requireScopeWritable(call, scopeOfSpace(call.world.store, spaceId))
  if (customerId !== row.customer_id) fail(4203)
  if (readRow(call.world.store, 'space', spaceId).site_id !== row.site_id) {
    fail(4000, { errors: { spaceId: 'errors.device.otherSite' } })
  }
  return spaceId
}
