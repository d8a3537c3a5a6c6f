/**
 * Formats of dates, numbers and quantities by language, time zone and unit system. Pure: the same input renders the
 * same text on the server and in the browser.
 */
import { areaIn, fromMetric, type QuantityId, type UnitSystem, unitSymbol } from '~/domain/units'
import type { Language } from '~/i18n/languages'

/** The reader's preferences. `timeZone` is an IANA id. */
export interface FormatOptions {
  language: Language
  unit: UnitSystem
  timeZone: string
}

/** The number of digits that distinguishes any two doubles. */
const maxDigits = 17

/** Canadian English and French: ISO-like dates, metric units, and the 24-hour clock in both. */
const locales = { en: 'en-CA', fr: 'fr-CA' } as const satisfies Record<Language, string>

export type Format = ReturnType<typeof createFormats>

/** Cached by preferences: a page formats hundreds of times and numbers. */
const formats = new Map<string, Format>()
const maxFormats = 200

/** Returns the formats of a reader. */
export function formatsFor(options: FormatOptions): Format {
  const key = `${options.language} ${options.unit} ${options.timeZone}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = createFormats(options)
  if (formats.size < maxFormats) formats.set(key, format)
  return format
}

function createFormats({ language, unit, timeZone }: FormatOptions) {
  const locale = locales[language]
  /**
   * Returns a dash for a number that is not finite. Digits are limited to what a number can have, whatever a backend
   * requests.
   */
  const number = (value: number, digits = 2, minDigits = 0) => {
    const maximumFractionDigits = Math.min(Math.max(digits || 0, 0), maxDigits)
    const minimumFractionDigits = Math.min(minDigits, maximumFractionDigits)
    return Number.isFinite(value)
      ? numberFormat(locale, {
          maximumFractionDigits,
          ...(minimumFractionDigits > 0 && { minimumFractionDigits }),
        }).format(value)
      : '–'
  }
  return {
    /** `2026-03-09` */
    date: (at: string, zone = timeZone) => inZone(locale, at, zone).date,
    /** `14:05 EST` */
    time: (at: string, zone = timeZone) => inZone(locale, at, zone).time,
    /** `2026-03-09 14:05:00 EST` */
    dateTime: (at: string, zone = timeZone) => inZone(locale, at, zone).dateTime,
    /** Date and minute, where the exact time is shown beside it. */
    minute: (at: string, zone = timeZone) => inZone(locale, at, zone).minute,
    /** The distance from `now`, for a sentence of `time`; null from a week on, where the date is clearer. */
    distance: (at: string, now: string) => distance(language, at, now),
    number,
    /** A share to the percent; all and nothing are only said of all and nothing. */
    percent: (share: number) =>
      Number.isFinite(share)
        ? numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(wholePercents(share) / 100)
        : '–',
    /** `a, b and c` */
    list: (texts: readonly string[]) => listFormat(locale).format(texts),
    /** `90 s`, `5 min`, `2 h 30 min`, `1 d 18 h`, `8 d` */
    duration: (seconds: number) => (Number.isFinite(seconds) ? duration(language, seconds) : '–'),
    /** `1.2 MB` */
    bytes: (size: number) => (Number.isFinite(size) ? bytes(locale, size) : '–'),
    /** A wire value in the reader's units; a difference between two values converts without an offset. */
    quantity: (
      value: number,
      quantity: QuantityId,
      options: { digits?: number; minDigits?: number; isDelta?: boolean } = {},
    ) => {
      const own = fromMetric(value, { quantity, system: unit, isDelta: options.isDelta })
      return withUnit(number(own, options.digits ?? 1, options.minDigits), unitSymbol(quantity, unit))
    },
    /** The size of a site in the reader's units; stored as it was entered. */
    area: (size: number, units: string | null | undefined) =>
      withUnit(number(areaIn(size, units, unit), 0), unitSymbol('m2', unit)),
  }
}

const parts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions

/**
 * Formats both languages with the same digits, `14:05:00` rather than `14 h 05 min 00 s`; the zone's name is in the
 * reader's language.
 */
function inZone(locale: string, at: string, zone: string) {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?$/.exec(at) ?? []
  // A time without a zone is shown unchanged: converting it would be a guess.
  if (day && clock)
    return { date: day, time: clock, dateTime: `${day} ${clock}`, minute: `${day} ${clock.slice(0, 5)}` }
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return { date: at, time: at, dateTime: at, minute: at }
  const dateParts = dateFormat(locale, timeZoneOrUtc(zone)).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => dateParts.find((one) => one.type === type)?.value ?? ''
  const date = `${part('year')}-${part('month')}-${part('day')}`
  const minute = `${part('hour')}:${part('minute')}`
  return {
    date,
    time: `${minute} ${part('timeZoneName')}`,
    dateTime: `${date} ${minute}:${part('second')} ${part('timeZoneName')}`,
    minute: `${date} ${minute}`,
  }
}

function wholePercents(share: number): number {
  const percents = Math.round(share * 100)
  if (percents === 0 && share > 0) return 1
  return percents === 100 && share !== 1 ? 100 + Math.sign(share - 1) : percents
}

function withUnit(value: string, symbol: string): string {
  return symbol === '' ? value : `${value}\u00a0${symbol}`
}

/** Time zones known to exist; checking one costs a third of a millisecond. */
const existingZones = new Set<string>()

/** Returns the time zone, or UTC if this machine does not know it. */
export function timeZoneOrUtc(zone: string): string {
  if (existingZones.has(zone)) return zone
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    if (existingZones.size < 1_000) existingZones.add(zone)
    return zone
  } catch {
    return 'UTC'
  }
}

/** Returns the readable name of a time zone. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** The distance of a time from now, before or after. */
export interface Distance {
  tense: 'now' | 'ago' | 'soon' | 'ahead'
  span: string
}

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds
const weekSeconds = 7 * daySeconds
/** How far a service's clock may be ahead of the console's, in seconds. */
const clockSkewSeconds = 5

/** Past times use the largest unit; future ones are exact enough to wait for. */
function distance(language: Language, at: string, now: string): Distance | null {
  const ahead = (Date.parse(at) - Date.parse(now)) / 1000
  if (Number.isNaN(ahead) || !hasZone(at) || Math.abs(ahead) >= weekSeconds) return null
  if (ahead >= minuteSeconds) return { tense: 'ahead', span: duration(language, ahead) }
  if (ahead > clockSkewSeconds) return { tense: 'soon', span: '' }
  const past = -ahead
  if (past < minuteSeconds) return { tense: 'now', span: '' }
  if (past < hourSeconds) return { tense: 'ago', span: `${Math.floor(past / minuteSeconds)} min` }
  if (past < daySeconds) return { tense: 'ago', span: `${Math.floor(past / hourSeconds)} h` }
  return { tense: 'ago', span: days(language, Math.floor(past / daySeconds)) }
}

/** A time without a zone has no known distance. */
function hasZone(at: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/.test(at)
}

/** Unit symbols are the same in both languages, except for the day. */
function duration(language: Language, seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / minuteSeconds)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return inDays(language, hours)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** From a week on, hours are left out. */
function inDays(language: Language, hours: number): string {
  if (hours >= 7 * 24) return days(language, Math.round(hours / 24))
  const whole = days(language, Math.floor(hours / 24))
  return hours % 24 === 0 ? whole : `${whole} ${hours % 24} h`
}

function days(language: Language, count: number): string {
  return `${count} ${language === 'fr' ? 'j' : 'd'}`
}

function bytes(locale: string, size: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), units.length - 1)
  const style = { style: 'unit', unit: units[power], unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return numberFormat(locale, style).format(size / 1000 ** power)
}

/** Caches Intl formats: creating one costs more than using it. */
const intlFormats = new Map<string, unknown>()

function cachedFormat<T>(kind: string, options: unknown, create: () => T): T {
  const key = `${kind} ${JSON.stringify(options)}`
  const cached = intlFormats.get(key) as T | undefined
  if (cached) return cached
  const format = create()
  intlFormats.set(key, format)
  return format
}

function dateFormat(locale: string, timeZone: string) {
  return cachedFormat('date', [locale, timeZone], () => new Intl.DateTimeFormat(locale, { ...parts, timeZone }))
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions) {
  return cachedFormat('number', [locale, options], () => new Intl.NumberFormat(locale, options))
}

function listFormat(locale: string) {
  return cachedFormat('list', locale, () => new Intl.ListFormat(locale))
}
