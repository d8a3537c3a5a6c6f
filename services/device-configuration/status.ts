/** The state of every kind of configuration of a controller (domain §5.2). */
import type { DeviceStatus, deviceConfiguration } from '../contracts/device-configuration'
import { fail } from '../kit/api-error'
import type { Handlers } from '../kit/call'
import { replyWith } from '../kit/call'
import { reachOf } from '../kit/caller'
import { timestamp } from '../kit/clock'
import { pageOf, parseToken } from '../kit/paging'
import {
  scopeOfBuilding,
  scopeOfDevice,
  scopeOfEquipment,
  scopeOfSite,
  scopeOfSiteGroup,
  scopeOfSpace,
} from '../kit/scope'
import type { Store } from '../kit/store'
import type { SendStateRecord } from './sends'
import { isDirty, sendStatesOf } from './sends'

type Status = Pick<Handlers<typeof deviceConfiguration>, 'getInfo' | 'findInfo'>

/** The maximum of one page. */
const maxDevices = 5000

export const status: Status = {
  getInfo({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return statusOf(world.store, params.id)
  },

  findInfo({ query, world, caller }) {
    const twin = twins.find(({ scopeOf }) => scopeOf(world.store, query.underTwinId))
    const scope = twin?.scopeOf(world.store, query.underTwinId)
    const far = scope && reachOf(caller, 'config.read', scope)
    if (!twin || far === undefined) return fail(4410)
    if (far === '-') return fail(4003)
    const after = query.continuationToken ? parseToken(query.continuationToken, 1) : ['']
    const deviceRows = world.store.all<{ id: string }>(
      `${twin.devices} AND device.id > ? ORDER BY device.id LIMIT ?`,
      query.underTwinId,
      ...after,
      maxDevices + 1,
    )
    const { rows, next } = pageOf(deviceRows, maxDevices, ({ id }) => [id])
    return replyWith(
      rows.map(({ id }) => statusOf(world.store, id)),
      { next },
    )
  },
}

/** The types of `underTwinId`, and the controllers below each. */
const twins = [
  { scopeOf: scopeOfDevice, devices: 'SELECT id FROM device WHERE id = ?' },
  {
    scopeOf: scopeOfSpace,
    devices: `WITH RECURSIVE inside (id) AS (
        SELECT ? UNION ALL SELECT space.id FROM space JOIN inside ON space.parent_space_id = inside.id
      ) SELECT device.id FROM device WHERE space_id IN (SELECT id FROM inside)`,
  },
  {
    scopeOf: scopeOfEquipment,
    devices: 'SELECT id FROM device JOIN equipment_device ON device_id = device.id WHERE equipment_id = ?',
  },
  { scopeOf: scopeOfBuilding, devices: 'SELECT id FROM device WHERE building_id = ?' },
  { scopeOf: scopeOfSite, devices: 'SELECT id FROM device WHERE site_id = ?' },
  {
    scopeOf: scopeOfSiteGroup,
    devices: 'SELECT id FROM device WHERE site_id IN (SELECT id FROM site WHERE site_group_id = ?)',
  },
] as const

function statusOf(store: Store, deviceId: string): DeviceStatus {
  const states = sendStatesOf(store, deviceId)
  const short = (type: SendStateRecord['type']) => {
    const row = states.find((state) => state.type === type)
    return row && shortOf(row)
  }
  const gfx = states.find((state) => state.type === 'gfx')
  return {
    deviceId,
    gfx: gfx && gfxOf(gfx),
    time: short('time'),
    bacnet: short('bacnet'),
    network: short('network'),
    users: short('users'),
  }
}

function shortOf(row: SendStateRecord) {
  return {
    sendState: row.send_state,
    isDirty: isDirty(row),
    lastSentTime: row.last_sent_time === null ? null : timestamp(row.last_sent_time),
  }
}

/** Without a file the three names are empty (spec §8). */
function gfxOf(row: SendStateRecord): DeviceStatus['gfx'] {
  if (row.file_name === null) return { ...shortOf(row), fileName: '', processState: '', sendState: '' }
  return { ...shortOf(row), fileName: row.file_name, processState: row.process_state }
}
