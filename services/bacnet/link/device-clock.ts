/** The clock of a device, as its Device object shows it. */

import type { PropertyResult } from '../client/multiple-reader'
import type { RemoteDevice } from '../client/remote-device'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import { primitiveOf } from './point-objects'

const names = ['localDate', 'localTime', 'utcOffset', 'daylightSavingsStatus'] as const

/** Returns the time of a device, ms; null when it does not say its date, time and distance to UTC. */
export async function readClock(device: RemoteDevice, instance: number): Promise<number | null> {
  const object = { type: objectTypes.device, instance }
  const results = await device.readProperties(names.map((name) => ({ object, property: properties[name] })))
  const [date, time, offset, daylight] = results.map(primitiveIn)
  if (date?.type !== 'date' || time?.type !== 'time' || offset?.type !== 'signed') return null
  const { year, month, day } = date.value
  const { hour, minute, second, hundredths } = time.value
  if (year === null || month === null || day === null || hour === null || minute === null) return null
  const local = Date.UTC(year, month - 1, day, hour, minute, second ?? 0, (hundredths ?? 0) * 10)
  const isDaylight = daylight?.type === 'boolean' && daylight.value
  // The offset counts westward, without daylight saving (clause 12.11.26).
  return local + offset.value * 60_000 - (isDaylight ? 3_600_000 : 0)
}

const primitiveIn = (result: PropertyResult) => ('value' in result ? primitiveOf(result.value) : undefined)
