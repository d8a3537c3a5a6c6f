/** The clock of a device: what it shows, and how it is set. */
import { LinkError } from '../../link/port'
import type { BacnetClient } from '../client/bacnet-client'
import type { PropertyResult } from '../client/multiple-reader'
import type { RemoteDevice } from '../client/remote-device'
import type { BacnetDateTime } from '../encoding/calendar'
import { dateTimeIn, momentsIn } from '../encoding/zoned-date-time'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import type { Timers } from '../timers'
import { primitiveOf } from './point-objects'

const names = ['localDate', 'localTime', 'utcOffset', 'daylightSavingsStatus'] as const

/** What the clock of a device shows. */
interface ClockReading {
  wall: BacnetDateTime
  /** By how much its own clock is ahead of UTC, ms; null when it does not say. */
  offsetMs: number | null
}

interface PlacedClock {
  instance: number
  /** The zone of its place: what its clock shows is the time there. */
  timeZone: string
}

/**
 * Returns the time of a device, ms; null when it does not say its date and time. What it shows counts, as its schedules
 * and alarms do: a wrong distance to UTC changes nothing of it.
 */
export async function readClock(
  device: RemoteDevice,
  { instance, timeZone }: PlacedClock,
  now: number,
): Promise<number | null> {
  const reading = await readWall(device, instance)
  return reading && momentOf(reading, timeZone, now)
}

async function readWall(device: RemoteDevice, instance: number): Promise<ClockReading | null> {
  const object = { type: objectTypes.device, instance }
  const results = await device.readProperties(names.map((name) => ({ object, property: properties[name] })))
  const [date, time, offset, daylight] = results.map(primitiveIn)
  if (date?.type !== 'date' || time?.type !== 'time') return null
  const isDaylight = daylight?.type === 'boolean' && daylight.value
  return {
    wall: { date: date.value, time: time.value },
    // The offset counts westward, without daylight saving (clause 12.11.26).
    offsetMs: offset?.type === 'signed' ? (isDaylight ? 3_600_000 : 0) - offset.value * 60_000 : null,
  }
}

/** Of two moments that a place calls alike, the one that the distance to UTC names, else the one nearer to now. */
function momentOf({ wall, offsetMs }: ClockReading, timeZone: string, now: number): number | null {
  const moments = momentsIn(timeZone, wall)
  const named = moments.find((at) => offsetMs !== null && offsetIn(timeZone, at) === offsetMs)
  if (moments.length > 1 && named !== undefined) return named
  const [first = null, second = null] = moments
  if (first === null || second === null) return first
  return Math.abs(second - now) < Math.abs(first - now) ? second : first
}

const primitiveIn = (result: PropertyResult) => ('value' in result ? primitiveOf(result.value) : undefined)

/** By how much the clocks of a place are ahead of UTC, ms. */
const offsetIn = (timeZone: string, at: number) => wallMs(dateTimeIn(timeZone, at)) - wallMs(dateTimeIn('UTC', at))

const wallMs = ({ date, time }: BacnetDateTime) =>
  Date.UTC(date.year ?? 0, (date.month ?? 1) - 1, date.day ?? 1, time.hour ?? 0, time.minute ?? 0, time.second ?? 0)

/** Bits of `Protocol_Services_Supported`. */
const services = { timeSynchronization: 32, utcTimeSynchronization: 36 } as const
/** A device has this long to take a time, which it does not confirm. */
const settleMs = 1_000
/** A clock that is further off was not set. */
const accurateMs = 5_000

/**
 * Sets the clock of a device to the present time: by UTC where its own distance to UTC is that of its place, else by the
 * time of the place. Throws `LinkError` when it takes neither, or shows another time afterwards.
 */
export async function setClock(
  { client, timers }: { client: BacnetClient; timers: Timers },
  device: RemoteDevice,
  { instance, timeZone }: PlacedClock,
): Promise<void> {
  const [takesLocal, takesUtc] = await supportedClocks(device, instance)
  if (!takesLocal && !takesUtc) throw new LinkError('unsupported')
  const before = await readWall(device, instance)
  const isOffsetRight = before?.offsetMs === offsetIn(timeZone, timers.now())
  const clock = takesUtc && (isOffsetRight || !takesLocal) ? 'utc' : 'local'
  client.synchronizeTime(device, clock, dateTimeIn(clock === 'utc' ? 'UTC' : timeZone, timers.now()))
  await new Promise<void>((resolve) => void timers.after(settleMs, resolve))
  const after = await readClock(device, { instance, timeZone }, timers.now())
  if (after === null || Math.abs(after - timers.now()) > accurateMs) throw new LinkError('refused', 'notKept')
}

/** Returns whether a device takes the time of its place, and UTC; where it does not say, it may take the former. */
async function supportedClocks(device: RemoteDevice, instance: number): Promise<readonly [boolean, boolean]> {
  const object = { type: objectTypes.device, instance }
  const [result] = await device.readProperties([{ object, property: properties.protocolServicesSupported }])
  const bits = result && primitiveIn(result)
  if (bits?.type !== 'bitString') return [true, false]
  return [bits.value[services.timeSynchronization] ?? false, bits.value[services.utcTimeSynchronization] ?? false]
}
