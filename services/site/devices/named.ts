/** Controllers by their ids, in one reply (domain §17). */
import type { site } from '../../contracts/site'
import type { Handlers } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { deviceNotExcluded, excludedModels } from '../../kit/excluded-models'
import { requireOnSomeDevice } from '../../kit/require-on-some-device'
import { pathFinder } from '../hierarchy/paths'
import { type DeviceRecord, toDevices } from './rows'

export const namedDevices: Handlers<typeof site>['namedDevices'] = ({ body, query, world, caller, customerId }) => {
  const capability = 'device.read'
  requireOnSomeDevice(world, caller, { capability, deviceIds: body.deviceIds })
  const reach = territorySql(listTerritory(caller, capability))
  const others = deviceNotExcluded(excludedModels(world.store, { ...query, customerId }))
  const rows = world.store.all<DeviceRecord>(
    `SELECT * FROM device WHERE id IN (SELECT value FROM json_each(?)) AND ${reach.sql} AND ${others.sql}
     ORDER BY sort_name, id`,
    JSON.stringify(body.deviceIds),
    ...reach.parameters,
    ...others.parameters,
  )
  const devices = toDevices(world, rows, pathFinder(world.store))
  return { data: devices.map((device, at) => ({ ...device, customerId: rows[at]?.customer_id })) }
}
