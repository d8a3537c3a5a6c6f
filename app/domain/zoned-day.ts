/** The days of a time zone as moments: at clock changes, midnight may be skipped or repeated. */

/** Returns the first moment of a day (`2026-03-09`) in a zone (an IANA id), in ISO time. */
export function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  const offsets = [midnight - dayMs, midnight + dayMs].map((moment) => localTime(moment, zone) - moment)
  const starts = offsets.map((offset) => midnight - offset).sort((a, b) => a - b)
  return new Date(starts.find((moment) => localTime(moment, zone) >= midnight) ?? midnight).toISOString()
}

/** Returns the end of a day in a zone: the first moment of the next, in ISO time. */
export function endOfDay(day: string, zone: string): string {
  return startOfDay(new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs).toISOString().slice(0, 10), zone)
}

const dayMs = 24 * 60 * 60 * 1_000

/** Returns the local time of a zone at a moment, as if it were UTC. */
export function localTime(moment: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** Creating a formatter costs more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? newFormat(timeZone)
  if (formats.size < 1_000) formats.set(timeZone, format)
  return format
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  return new Intl.DateTimeFormat('en-US', { ...parts, second: 'numeric', hourCycle: 'h23', timeZone })
}

/**
 * Returns the moment with the local time `local` in a zone, given as if it were UTC; after the gap when it is skipped.
 */
export function momentOf(local: number, zone: string): number {
  const guess = local - (localTime(local, zone) - local)
  return local - (localTime(guess, zone) - guess)
}
