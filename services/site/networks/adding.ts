/** Adding controllers that a search found to the tree, and how such a controller is reached. */
import { randomUUID } from 'node:crypto'
import type { site } from '../../contracts/site'
import { fail, forEachEntity } from '../../kit/api-error'
import { type Handlers, replyWith } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { scopeOfDevice, scopeOfSpace } from '../../kit/scope'
import { sortName } from '../../kit/sort-name'
import type { World } from '../../kit/world'
import { bacnetModel, ensureBacnetModel, hostIdOf } from '../../link/bacnet-model'
import { requestConfiguration } from '../../link/configuration'
import { silenceMs } from '../../link/presence'
import { freeNames } from '../devices/new-device'
import { deviceReply } from '../hierarchy/replies'
import { insertRow, readRow } from '../hierarchy/rows'
import type { SpaceRecord } from '../hierarchy/tree-rows'
import { requireScopeWritable } from '../hierarchy/write-checks'
import { requestInventory } from '../points/inventory'
import { searchTextOf } from '../search/search-text'
import { type ControllerNetworkRecord, findNetwork } from './records'

type Adding = Pick<Handlers<typeof site>, 'addFoundControllers' | 'getDeviceLink'>

export const networkAdding: Adding = {
  addFoundControllers(call) {
    const { params, body, world, touched } = call
    const { store } = world
    requireScopeWritable(call, scopeOfSpace(store, params.id))
    const space = readRow(store, 'space', params.id)
    const network = findNetwork(store, body.networkId)
    if (!network || network.tenant_id !== space.tenant_id || network.customer_id !== space.customer_id) {
      return fail(4000, { errors: { networkId: 'errors.field.choice' } })
    }
    if (network.site_id !== space.site_id) fail(4207, { errors: { networkId: 'errors.networks.otherSite' } })
    ensureBacnetModel(world)
    const devices = forEachEntity(
      body.controllers,
      { id: ({ key, instance }) => key ?? String(instance), savepoint: store.transaction },
      ({ instance, name }) => deviceReply(world, addFound(world, { space, network, instance, name })),
    )
    touched(...devices.map(({ id }) => id))
    return replyWith({ data: devices }, { status: 201 })
  },

  getDeviceLink({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const row = world.store.get<LinkRow>(
      `SELECT own.*, network.protocol, network.agent_id, network.name AS network_name,
         (SELECT count(*) FROM point WHERE point.device_id = own.device_id AND vanished_at IS NOT NULL) AS vanished_points
       FROM networked_device AS own JOIN controller_network AS network ON network.id = own.network_id
       WHERE own.device_id = ?`,
      params.id,
    )
    return {
      data: row
        ? {
            protocol: row.protocol,
            networkId: row.network_id,
            networkName: row.network_name,
            instance: row.instance,
            address: row.address,
            vendorName: row.vendor_name,
            modelName: row.model_name,
            firmware: row.firmware,
            serialNumber: row.serial_number,
            isWritable: world.links.named(row.protocol, row.agent_id).can.has('write'),
            vanishedPoints: row.vanished_points,
            objectsReadAt: row.objects_read_at === null ? null : timestamp(row.objects_read_at),
          }
        : null,
    }
  },
}

interface LinkRow {
  protocol: string
  agent_id: string | null
  network_id: string
  network_name: string
  vanished_points: number
  instance: number
  address: string | null
  vendor_name: string | null
  model_name: string | null
  firmware: string | null
  serial_number: string | null
  objects_read_at: number | null
}

interface FoundRow {
  answer: string
  address: string | null
  vendor_name: string | null
  model_name: string | null
  firmware: string | null
  serial_number: string | null
  name: string | null
  description: string | null
  found_at: number
}

interface Addition {
  space: SpaceRecord
  network: ControllerNetworkRecord
  instance: number
  name: string | undefined
}

/**
 * Adds one controller, in service, and requests its objects; returns its id. Throws 4005 for one that the last search
 * did not find or found several times, and 4302 for one that is in the tree.
 */
function addFound(world: World, { space, network, instance, name }: Addition): string {
  const { store, clock } = world
  const found = store.get<FoundRow>(
    `SELECT *, addresses ->> 0 AS address FROM network_finding
     WHERE network_id = ? AND instance = ? AND answer NOT IN ('duplicate', 'missing')`,
    network.id,
    instance,
  )
  if (!found) return fail(4005)
  const holder = store.get('SELECT 1 FROM networked_device WHERE network_id = ? AND instance = ?', network.id, instance)
  if (holder) fail(4302, { errors: { hostId: 'errors.networks.inTree' } })
  const [ownName = ''] = freeNames(store, {
    spaceId: space.id,
    name: name ?? (found.name?.trim().slice(0, 90) || `BACnet ${instance}`),
    quantity: 1,
  })
  const row = {
    id: randomUUID(),
    tenant_id: space.tenant_id,
    customer_id: space.customer_id,
    site_id: space.site_id,
    building_id: space.building_id,
    space_id: space.id,
    name: ownName,
    sort_name: sortName(ownName),
    description: found.description ?? '',
    product_id: bacnetModel.id,
    model_type: bacnetModel.model.type,
    platform: bacnetModel.platform,
    host_id: hostIdOf(network.id, instance),
    properties: '{}',
    protocol: network.protocol,
    onboarded: 1,
    // It was heard when it was found, and counts as silent after that until its link hears it again.
    offline_since: clock.now() - found.found_at < silenceMs ? null : found.found_at,
  }
  insertRow(store, 'device', { ...row, search_text: searchTextOf(row, bacnetModel) })
  const { address, vendor_name, model_name, firmware, serial_number } = found
  insertRow(store, 'networked_device', {
    device_id: row.id,
    network_id: network.id,
    instance,
    address,
    vendor_name,
    model_name,
    firmware,
    serial_number,
  })
  // The link knows the controller before it is asked for its objects.
  requestConfiguration(world)
  requestInventory(world, row.id)
  return row.id
}
