/** The calls about BACnet (spec §7, domain §5.6). */
import { maxDeviceInstance } from '../contracts/bacnet-names'
import { bacnetErrors } from '../contracts/bacnet-value'
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { FieldErrors } from '../contracts/errors'
import { fail } from '../kit/api-error'
import type { Handlers, ServiceCall } from '../kit/call'
import { scopeOfDevice } from '../kit/scope'
import { bacnetSettingsErrors, mergeBacnet } from './bacnet-checks'
import { bacnetSettingsOf, readBacnet, storeBacnet, toBacnet } from './bacnet-records'
import { prefixFields } from './field-names'
import { logReply } from './log-reply'
import { readMany } from './read-many'
import { saveEach } from './save-each'
import { markContentChanged } from './sends'

type BacnetCalls = Pick<
  Handlers<typeof deviceConfiguration>,
  'getBacnet' | 'bacnetOfMany' | 'bacnetSendLogs' | 'saveBacnet'
>
type Save = ServiceCall<typeof deviceConfiguration.saveBacnet>

export const bacnet: BacnetCalls = {
  getBacnet({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return toBacnet(readBacnet(world, params.id))
  },

  bacnetOfMany: (call) => readMany(call, (id) => toBacnet(readBacnet(call.world, id))),

  bacnetSendLogs: (call) => logReply(call, 'bacnet'),

  saveBacnet(call) {
    const { body, world } = call
    return saveEach(call, {
      type: 'bacnet',
      capability: 'config.write',
      read: (deviceId) => toBacnet(readBacnet(world, deviceId)),
      check: () => refuseWrong({ ...prefixFields('value', bacnetErrors(body.value)), ...instanceErrors(body) }),
      save: (deviceId, position) => saveOne(call, deviceId, position),
    })
  },
}

/** Many controllers cannot share one instance: they are numbered from `startInstance`. */
function instanceErrors({ deviceIds, value, startInstance, increment }: Save['body']): FieldErrors {
  const many = new Set(deviceIds).size
  if (many > 1 && value.general?.deviceInstance !== undefined) {
    return { 'value.general.deviceInstance': 'errors.bacnet.deviceInstanceDuplicate' }
  }
  if (startInstance === undefined) return {}
  const last = startInstance + (many - 1) * increment
  const fits = Number.isInteger(startInstance) && startInstance >= 0 && last <= maxDeviceInstance
  return fits ? {} : { startInstance: 'errors.bacnet.deviceInstance' }
}

function saveOne({ body, world }: Save, deviceId: string, position: number) {
  const row = readBacnet(world, deviceId)
  const before = bacnetSettingsOf(row.saved)
  const { startInstance, increment } = body
  const deviceInstance = startInstance === undefined ? undefined : startInstance + position * increment
  const value =
    deviceInstance === undefined ? body.value : { ...body.value, general: { ...body.value.general, deviceInstance } }
  const after = mergeBacnet(before, value)
  refuseWrong(prefixFields('value', bacnetSettingsErrors(world, row, { before, after, value })))
  if (JSON.stringify(before) === JSON.stringify(after)) return toBacnet(row)
  markContentChanged(world.store, deviceId, 'bacnet')
  return toBacnet(storeBacnet(world, row, after))
}

function refuseWrong(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) fail(4502, { errors })
}
