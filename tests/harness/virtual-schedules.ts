/** Schedule and Calendar objects of virtual devices, in octets of their own. */
import { flags, type Octets, objectId, text, unsigned, type VirtualDevice } from './virtual-bacnet'

const any = 255
/** A date with its parts as the standard has them; `any` for a part that is open. */
export const date = (year: number | null, month = any, day = any, weekday = any): Octets => [
  0xa4,
  year === null ? any : year - 1900,
  month,
  day,
  weekday,
]
export const time = (hour: number, minute = 0): Octets => [0xb4, hour, minute, 0, 0]
export const boolean = (value: boolean): Octets => [value ? 0x11 : 0x10]

/** The times and values of a day. */
export const day = (...entries: readonly (readonly [hour: number, value: Octets])[]): Octets => [
  0x0e,
  ...entries.flatMap(([hour, value]) => [...time(hour), ...value]),
  0x0f,
]

/** The same day seven times, or other days after Friday. */
export const week = (workday: Octets, weekend: Octets = day()): Octets[] =>
  Array.from({ length: 7 }, (_, at) => (at < 5 ? workday : weekend))

const withTag = (tag: number, [, ...content]: Octets): Octets => [(tag << 4) | 0x0c, ...content]
export const onDate = (one: Octets): Octets => withTag(0, one)
export const onRange = (from: Octets, to: Octets): Octets => [0x1e, ...from, ...to, 0x1f]
export const onWeekday = (month: number, weekOfMonth: number, weekday: number): Octets => [
  0x2b,
  month,
  weekOfMonth,
  weekday,
]
/** An exception on days of its own. */
export const exception = (entry: Octets, times: Octets, priority = 10): Octets => [
  ...[0x0e, ...entry, 0x0f],
  ...[0x2e, ...times.slice(1, -1), 0x2f, 0x39, priority],
]
/** An exception on the days of a calendar. */
export const calendarException = (instance: number, times: Octets, priority = 10): Octets => [
  ...withTag(1, objectId(6, instance)),
  ...[0x2e, ...times.slice(1, -1), 0x2f, 0x39, priority],
]
/** The present value of an object as a target; of another device with its instance. */
export const target = (type: number, instance: number, device?: number): Octets => [
  ...withTag(0, objectId(type, instance)),
  ...[0x19, 85],
  ...(device === undefined ? [] : withTag(3, objectId(8, device))),
]

export interface VirtualSchedule {
  name: string
  week: readonly Octets[]
  exceptions?: readonly Octets[]
  standard: Octets
  targets?: Octets
  present?: Octets
}

/** Puts a schedule into a device. */
export function putSchedule(device: VirtualDevice, instance: number, schedule: VirtualSchedule): VirtualDevice {
  const { name, week: days, exceptions = [], standard, targets = [], present = standard } = schedule
  return device.put(17, instance, {
    ...{ 77: text(name), 28: text(''), 85: present, 111: flags(), 103: [0x91, 0] },
    ...{ 32: [...date(null), ...date(null)], 123: days, 38: exceptions, 174: standard, 54: targets },
    ...{ 88: unsigned(16), 81: boolean(false) },
  })
}

/** Puts a calendar into a device. */
export const putCalendar = (device: VirtualDevice, instance: number, name: string, entries: Octets): VirtualDevice =>
  device.put(6, instance, { 77: text(name), 23: entries, 85: boolean(false) })

/** Returns the elements of a written array of weekly days, or of exceptions, each with its octets. */
export function writtenElements(property: 'week' | 'exceptions', octets: Octets): Octets[] {
  const elements: Octets[] = []
  let start = 0
  let at = 0
  while (at < octets.length) {
    const tag = octets[at] ?? 0
    const length = tag & 7
    const isEnd = property === 'week' ? tag === 0x0f : (tag & 0xf8) === 0x38 && length < 5
    at += 1 + (length < 5 && !isBoolean(tag) ? length : 0)
    if (!isEnd) continue
    elements.push(octets.slice(start, at))
    start = at
  }
  return elements
}

const isBoolean = (tag: number) => tag >> 4 === 1 && (tag & 8) === 0
