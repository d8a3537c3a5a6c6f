/** Time zones by the runtime's own data (domain §5.7). */
import type { TimeZone } from '../contracts/configuration-kinds'
import type { ServiceLanguage } from '../kit/messages'

const day = 86_400_000
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the offset of a zone from UTC at a moment, in seconds. */
export function offsetAt(zone: string, at: number): number {
  const name = partOf(zone, 'en', 'longOffset', at)
  const [, sign, hours, minutes = '0', seconds = '0'] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  if (!sign) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

/** Returns the moment of a local time in a zone; in a repeated hour, the first. */
export function parseLocalTime(local: string, zone: string): number {
  const wall = Date.parse(`${local}Z`)
  const before = wall - offsetAt(zone, wall - day) * 1000
  return offsetAt(zone, before) * 1000 + before === wall ? before : wall - offsetAt(zone, before) * 1000
}

/** Returns the local time with the zone's offset (RFC 3339). */
export function toZonedTime(zone: string, at: number): string {
  const offset = offsetAt(zone, at)
  return `${new Date(at + offset * 1000).toISOString().slice(0, 19)}${formatOffset(offset)}`
}

export interface DaylightSaving {
  /** Whether daylight saving time is active. */
  dstActive: boolean
  /** The next change of the clocks within 13 months. */
  nextTransition: number | null
}

interface CachedSaving extends DaylightSaving {
  from: number
  until: number
}
const savings = new Map<string, CachedSaving>()

/** Returns the daylight saving of a zone at a moment. The result is cached until it changes, at most for a year. */
export function savingAt(zone: string, at: number): DaylightSaving {
  const cached = savings.get(zone)
  if (cached && cached.from <= at && at < cached.until) return cached
  const saving = savingFrom(zone, at)
  const nextYear = Date.UTC(new Date(at).getUTCFullYear() + 1, 0, 1)
  savings.set(zone, { ...saving, from: at, until: Math.min(saving.nextTransition ?? at + day, nextYear) })
  return saving
}

function savingFrom(zone: string, at: number): DaylightSaving {
  const now = offsetAt(zone, at)
  const { standard } = offsetsOf(zone, at)
  let low = at
  let high = at
  const end = at + 400 * day
  while (high < end && offsetAt(zone, high) === now) {
    low = high
    high += 14 * day
  }
  if (offsetAt(zone, high) === now) return { dstActive: now !== standard, nextTransition: null }
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle) === now) low = middle
    else high = middle
  }
  return { dstActive: now !== standard, nextTransition: Math.floor(high / 1000) * 1000 }
}

const lists = new Map<string, TimeZone[]>()

/** Returns every zone with its offsets in the year of `at` and its label in a language, west to east. */
export function timeZones(language: ServiceLanguage, at: number): TimeZone[] {
  const key = `${language} ${new Date(at).getUTCFullYear()}`
  const cached = lists.get(key)
  if (cached) return cached
  const ids = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  const zones = [...ids].map((id) => ({ id, ...offsetsOf(id, at) }))
  zones.sort((a, b) => a.standard - b.standard || (a.id < b.id ? -1 : 1))
  const list = zones.map(({ id, standard, summer }) => ({
    id,
    label: `${id.split('/').at(-1)?.replaceAll('_', ' ')} (${partOf(id, language, 'longGeneric', at)})`,
    offset: formatOffset(standard),
    dstOffset: formatOffset(summer),
    observesDst: standard !== summer,
  }))
  lists.set(key, list)
  return list
}

function offsetsOf(zone: string, at: number): { standard: number; summer: number } {
  const year = new Date(at).getUTCFullYear()
  const both = [offsetAt(zone, Date.UTC(year, 0, 1)), offsetAt(zone, Date.UTC(year, 6, 1))]
  return { standard: Math.min(...both), summer: Math.max(...both) }
}

function formatOffset(offset: number): string {
  const size = Math.abs(offset)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(size / 3600)}:${two((size % 3600) / 60)}`
}

function partOf(
  zone: string,
  language: ServiceLanguage,
  timeZoneName: 'longOffset' | 'longGeneric',
  at: number,
): string {
  const key = `${zone} ${language} ${timeZoneName}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName })
  formatters.set(key, formatter)
  return formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
