/** The clock of a virtual device, which takes the time that it is sent. */
import type { Octets, VirtualDevice } from './virtual-bacnet'

const services = { timeSynchronization: 6, utcTimeSynchronization: 9 } as const

interface VirtualClock {
  /** Local date and time: year, month, day, weekday, hour, minute, second. */
  shows: readonly [
    year: number,
    month: number,
    day: number,
    weekday: number,
    hour: number,
    minute: number,
    second: number,
  ]
  /** Minutes westward of UTC, without daylight saving. */
  utcOffset?: number
  isDaylight?: boolean
  takes: readonly ('local' | 'utc')[]
  /** Whether it ignores the time that it is sent. */
  isStuck?: boolean
}

/** Returns what the device was sent: the service and the octets of the date and time. */
export function putClock(device: VirtualDevice, clock: VirtualClock): { service: number; time: readonly number[] }[] {
  const { shows, utcOffset, isDaylight = false, takes, isStuck = false } = clock
  const { instance } = device.options
  const [year, month, day, weekday, hour, minute, second] = shows
  const show = (date: Octets, time: Octets) => device.put(8, instance, { 56: [0xa4, ...date], 57: [0xb4, ...time] })
  show([year - 1900, month, day, weekday], [hour, minute, second, 0])
  const bits = Array.from(
    { length: 40 },
    (_, at) => (at === 32 && takes.includes('local')) || (at === 36 && takes.includes('utc')),
  )
  const octets = [0, 1, 2, 3, 4].map((at) =>
    Number.parseInt(
      bits
        .slice(at * 8, at * 8 + 8)
        .map(Number)
        .join(''),
      2,
    ),
  )
  device.put(8, instance, { 97: [0x85, 6, 0, ...octets], 24: [isDaylight ? 0x11 : 0x10] })
  if (utcOffset !== undefined) device.put(8, instance, { 119: [0x32, ...twoOctets(utcOffset)] })
  const sent: { service: number; time: readonly number[] }[] = []
  device.onUnconfirmed = (service, data) => {
    sent.push({ service, time: data })
    if (isStuck) return
    const [, ...parts] = data
    const date = parts.slice(0, 4)
    const time = parts.slice(5)
    if (service === services.timeSynchronization) show(date, time)
    if (service !== services.utcTimeSynchronization) return
    const [years = 0, months = 1, days = 1] = date
    const [hours = 0, minutes = 0, seconds = 0] = time
    const utc = Date.UTC(1900 + years, months - 1, days, hours, minutes, seconds)
    const local = new Date(utc - (utcOffset ?? 0) * 60_000 + (isDaylight ? 3_600_000 : 0))
    show(
      [local.getUTCFullYear() - 1900, local.getUTCMonth() + 1, local.getUTCDate(), local.getUTCDay() || 7],
      [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds(), 0],
    )
  }
  return sent
}

const twoOctets = (value: number) => [(value >> 8) & 255, value & 255]
