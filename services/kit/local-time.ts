/**
 * Conversion between instants and a controller's local time (domain §3.2). When clocks move forward, skipped times map
 * to the end of the gap; when they move back, only the first pass of the repeated hour counts.
 */

export interface LocalTime {
  /** `YYYY-MM-DD`. */
  date: string
  /** Seconds since local midnight. */
  seconds: number
}

const hour = 3_600_000
const day = 24 * hour

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns the offset from UTC, in ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = value
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts[type])
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(at / 1000) * 1000
}

/** Returns when the clocks change between two moments: the first second whose offset differs from that of `from`. */
export function clockChangeBetween(from: number, to: number, timeZone: string): number {
  const before = offsetAt(from, timeZone)
  let [low, high] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1000, timeZone) === before) low = middle
    else high = middle
  }
  return high * 1000
}

/** Returns the local time; in the second pass of a repeated hour, the last time of the first pass. */
export function localTimeAt(at: number, timeZone: string): LocalTime {
  const offset = offsetAt(at, timeZone)
  const before = offsetAt(at - 3 * hour, timeZone)
  const first = at - (before - offset)
  const isSecondPass = before > offset && offsetAt(first, timeZone) === before
  const wall = isSecondPass ? clockChangeBetween(first, at, timeZone) + before - 1000 : at + offset
  const date = new Date(wall).toISOString().slice(0, 10)
  return { date, seconds: Math.floor((wall - Date.parse(date)) / 1000) }
}

/** Returns the first instant of a local time; the end of the gap for a skipped time. `seconds` may be a whole day. */
export function instantOf({ date, seconds }: LocalTime, timeZone: string): number {
  const wall = Date.parse(date) + seconds * 1000
  const before = offsetAt(wall - day, timeZone)
  const after = offsetAt(wall + day, timeZone)
  if (offsetAt(wall - before, timeZone) === before) return wall - before
  if (offsetAt(wall - after, timeZone) === after) return wall - after
  return clockChangeBetween(wall - after, wall - before, timeZone)
}
