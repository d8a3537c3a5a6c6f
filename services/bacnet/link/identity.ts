/** What a device states about itself, as its Device object shows it. */
import { type ControllerIdentity, restartReasons, systemStatuses } from '../../link/port'
import type { RemoteDevice } from '../client/remote-device'
import type { PropertyValue } from '../encoding/property-values'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import { isUnanswered, RequestFailure } from '../refusals'
import { numberOf, primitiveOf, textOf } from './point-objects'

const names = [
  'vendorName',
  'modelName',
  'firmwareRevision',
  'applicationSoftwareVersion',
  'serialNumber',
  'description',
  'location',
  'protocolVersion',
  'protocolRevision',
  'protocolServicesSupported',
  'systemStatus',
  'lastRestartReason',
] as const

/** Services by their place in `Protocol_Services_Supported`, as the standard names them; those that a person looks for. */
const services: Readonly<Record<number, string>> = {
  0: 'AcknowledgeAlarm',
  5: 'SubscribeCOV',
  6: 'AtomicReadFile',
  7: 'AtomicWriteFile',
  12: 'ReadProperty',
  14: 'ReadPropertyMultiple',
  15: 'WriteProperty',
  16: 'WritePropertyMultiple',
  17: 'DeviceCommunicationControl',
  20: 'ReinitializeDevice',
  32: 'TimeSynchronization',
  35: 'ReadRange',
  36: 'UTCTimeSynchronization',
  38: 'SubscribeCOVProperty',
  39: 'GetEventInformation',
}

/** Reads what a device states about itself; null where it does not say. */
export async function readIdentity(device: RemoteDevice, instance: number): Promise<ControllerIdentity> {
  const object = { type: objectTypes.device, instance }
  const results = await device.readProperties(names.map((name) => ({ object, property: properties[name] })))
  const values = new Map<string, PropertyValue>()
  for (const [at, name] of names.entries()) {
    const result = results[at]
    if (result && 'failure' in result && isUnanswered(result.failure)) throw new RequestFailure(result.failure)
    if (result && 'value' in result) values.set(name, result.value)
  }
  const text = (name: (typeof names)[number]) => textOf(values.get(name)) || null
  const number = (name: (typeof names)[number]) => numberOf(values.get(name)) ?? null
  const supported = values.get('protocolServicesSupported')
  const bits = supported && primitiveOf(supported)
  return {
    vendorName: text('vendorName'),
    modelName: text('modelName'),
    firmware: text('firmwareRevision'),
    applicationSoftware: text('applicationSoftwareVersion'),
    serialNumber: text('serialNumber'),
    description: text('description'),
    location: text('location'),
    protocolVersion: number('protocolVersion'),
    protocolRevision: number('protocolRevision'),
    services:
      bits?.type === 'bitString'
        ? Object.entries(services).flatMap(([at, name]) => (bits.value[Number(at)] ? [name] : []))
        : null,
    systemStatus: systemStatuses[number('systemStatus') ?? -1] ?? null,
    restartReason: restartReasons[number('lastRestartReason') ?? -1] ?? null,
  }
}
