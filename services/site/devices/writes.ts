/** Controllers as inventory: add, change, move within their site, remove (spec §3, §7, domain §15). */
import type { site } from '../../contracts/site'
import type { Call, Handlers } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { forEach, refuse } from '../../kit/refusal'
import { scopeOfDevice, scopeOfSpace } from '../../kit/scope'
import { sortName } from '../../kit/sort-name'
import { deviceAnswer } from '../hierarchy/answers'
import { requireFreeName, requireOpen } from '../hierarchy/changing'
import { removeDevices } from '../hierarchy/removal'
import { readRow, saveRow } from '../hierarchy/rows'
import { eTagOf } from '../hierarchy/tree-rows'
import { recountPackages } from '../packages/installed'
import { searchTextOf } from '../search/search-text'
import { addDevice, freeNames, productNamed } from './new-device'
import type { DeviceRow } from './rows'

type Update = Call<typeof site.updateDevice>
type DeviceWrites = Pick<Handlers<typeof site>, 'createDevices' | 'updateDevice' | 'deleteDevices'>

export const deviceWrites: DeviceWrites = {
  createDevices(call) {
    const { params, body, world } = call
    const { device, quantity } = body
    requireOpen(call, scopeOfSpace(world.store, params.id))
    if (device.hostId && quantity > 1) refuse(4000, { errors: { quantity: 'errors.device.oneHostId' } })
    const space = readRow(world.store, 'space', params.id)
    const names = freeNames(world.store, { spaceId: params.id, name: device.name, quantity })
    return names.map((name) => deviceAnswer(world, addDevice(world, space, name, device)))
  },

  updateDevice(call) {
    const { params, body, headers, world } = call
    const { store } = world
    requireOpen(call, scopeOfDevice(store, params.id))
    const row = readRow(store, 'device', params.id)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...deviceAnswer(world, params.id), eTag: eTagOf(row) },
      required: true,
    })
    const spaceId = movedTo(call, row)
    const name = body.name ?? row.name
    if (name !== row.name || spaceId !== row.space_id) {
      requireFreeName(store, name, { table: 'device', where: 'space_id = ?', parameters: [spaceId], id: row.id })
    }
    const product = productNamed(store, body.productId === undefined ? row.product_id : body.productId)
    const isOther = (product?.id ?? null) !== row.product_id
    if (isOther && row.onboarded) refuse(4306, { errors: { productId: 'errors.device.onboardedModel' } })
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
    return deviceAnswer(world, row.id)
  },

  deleteDevices(call) {
    const { body, world, touched } = call
    const { store } = world
    const ids = [...new Set(body)]
    forEach(ids, { id: (id) => id, part: store.transaction }, (id) => {
      requireOpen(call, scopeOfDevice(store, id))
      if (readRow(store, 'device', id).deployment_in_progress) refuse(4306)
      removeDevices(world, [id])
      return id
    })
    touched(...ids)
    return null
  },
}

/** Returns the space after the change: any of its site's (4203 for another customer's). */
function movedTo(call: Update, row: DeviceRow): string {
  const { spaceId } = call.body
  if (spaceId === undefined || spaceId === row.space_id) return row.space_id
  const { customerId } = requireOpen(call, scopeOfSpace(call.world.store, spaceId))
  if (customerId !== row.customer_id) refuse(4203)
  if (readRow(call.world.store, 'space', spaceId).site_id !== row.site_id) {
    refuse(4000, { errors: { spaceId: 'errors.device.otherSite' } })
  }
  return spaceId
}
