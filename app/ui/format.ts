/**
 * How dates, numbers and quantities read in a language, a time zone and a unit system. Pure: the same input
 * gives the same text on the server and in the browser.
 */
import { areaIn, fromMetric, type QuantityId, type UnitSystem, unitSymbol } from '~/domain/units'
import type { Language } from '~/i18n/languages'

/** What a reader wants things in. `timeZone` is an IANA id. */
export interface Reading {
  language: Language
  unit: UnitSystem
  timeZone: string
}

/** The digits that tell two numbers of this machine apart. */
const mostDigits = 17

/** Canadian English and French: ISO-like dates and metric habits, the 24-hour clock in both. */
const locales = { en: 'en-CA', fr: 'fr-CA' } as const satisfies Record<Language, string>

export type Format = ReturnType<typeof makeFormats>

/** Of readers who want the same: a page asks for them at each of its moments and numbers. */
const formats = new Map<string, Format>()
const mostFormats = 200

/** Every format of one reader. */
export function formatsFor(reading: Reading): Format {
  const key = `${reading.language} ${reading.unit} ${reading.timeZone}`
  const known = formats.get(key)
  if (known) return known
  const found = makeFormats(reading)
  if (formats.size < mostFormats) formats.set(key, found)
  return found
}

function makeFormats({ language, unit, timeZone }: Reading) {
  const locale = locales[language]
  /** A dash for a number that is not known. Digits are as many as a number can have, whatever a backend asks for. */
  const number = (value: number, digits = 2) => {
    const maximumFractionDigits = Math.min(Math.max(digits || 0, 0), mostDigits)
    return Number.isFinite(value) ? numberFormat(locale, { maximumFractionDigits }).format(value) : '–'
  }
  return {
    /** `2026-03-09` */
    date: (at: string, zone = timeZone) => inZone(locale, at, zone).date,
    /** `14:05 EST` */
    time: (at: string, zone = timeZone) => inZone(locale, at, zone).time,
    /** `2026-03-09 14:05:00 EST` */
    dateTime: (at: string, zone = timeZone) => inZone(locale, at, zone).dateTime,
    /** Day and minute, for where the whole stands beside it. */
    minute: (at: string, zone = timeZone) => inZone(locale, at, zone).minute,
    /** How far a moment is from `now`, for a sentence of `time`; null beyond a week, where the day says more. */
    distance: (at: string, now: string) => distance(language, at, now),
    number,
    percent: (share: number) =>
      Number.isFinite(share) ? numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share) : '–',
    /** `a, b and c` */
    list: (texts: readonly string[]) => listFormat(locale).format(texts),
    /** `90 s`, `5 min`, `2 h 30 min`, `1 d 18 h`, `8 d` */
    duration: (seconds: number) => (Number.isFinite(seconds) ? duration(language, seconds) : '–'),
    /** `1.2 MB` */
    bytes: (size: number) => (Number.isFinite(size) ? bytes(locale, size) : '–'),
    /** A value of the wire in the reader's units; a difference between two values converts without an offset. */
    quantity: (value: number, quantity: QuantityId, options: { digits?: number; isDelta?: boolean } = {}) => {
      const own = fromMetric(value, { quantity, system: unit, isDelta: options.isDelta })
      return withUnit(number(own, options.digits ?? 1), unitSymbol(quantity, unit))
    },
    /** A site's size, stored as it was entered, in the reader's units. */
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

/** The same digits in both languages, `14:05:00` rather than `14 h 05 min 00 s`; the zone's name in the reader's. */
function inZone(locale: string, at: string, zone: string) {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?$/.exec(at) ?? []
  // Whoever names no zone is shown as they wrote it: to call it one would be a guess.
  if (day && clock)
    return { date: day, time: clock, dateTime: `${day} ${clock}`, minute: `${day} ${clock.slice(0, 5)}` }
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return { date: at, time: at, dateTime: at, minute: at }
  const found = dateFormat(locale, knownZone(zone)).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => found.find((one) => one.type === type)?.value ?? ''
  const date = `${part('year')}-${part('month')}-${part('day')}`
  const minute = `${part('hour')}:${part('minute')}`
  return {
    date,
    time: `${minute} ${part('timeZoneName')}`,
    dateTime: `${date} ${minute}:${part('second')} ${part('timeZoneName')}`,
    minute: `${date} ${minute}`,
  }
}

function withUnit(value: string, symbol: string): string {
  return symbol === '' ? value : `${value}\u00a0${symbol}`
}

/** Zones that were asked for and exist; asking costs a third of a millisecond. */
const existing = new Set<string>()

/** The zone, or UTC when this machine does not know it. */
export function knownZone(zone: string): string {
  if (existing.has(zone)) return zone
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    if (existing.size < 1_000) existing.add(zone)
    return zone
  } catch {
    return 'UTC'
  }
}

/** A zone's id as people read it. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** Where a moment is, and how far from now. */
export interface Distance {
  way: 'now' | 'ago' | 'soon' | 'ahead'
  span: string
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day
/** Seconds by which the clock of a service may run before the console's. */
const skew = 5

/** What is over is told by its largest unit; what is to come so that one can wait for it. */
function distance(language: Language, at: string, now: string): Distance | null {
  const ahead = (Date.parse(at) - Date.parse(now)) / 1000
  if (Number.isNaN(ahead) || !hasZone(at) || Math.abs(ahead) >= week) return null
  if (ahead >= minute) return { way: 'ahead', span: duration(language, ahead) }
  if (ahead > skew) return { way: 'soon', span: '' }
  const past = -ahead
  if (past < minute) return { way: 'now', span: '' }
  if (past < hour) return { way: 'ago', span: `${Math.floor(past / minute)} min` }
  if (past < day) return { way: 'ago', span: `${Math.floor(past / hour)} h` }
  return { way: 'ago', span: days(language, Math.floor(past / day)) }
}

/** Whoever writes no zone tells no moment: nobody knows how long ago it was. */
function hasZone(at: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/.test(at)
}

/** Symbols of units are the same in both languages, but for the day. */
function duration(language: Language, seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / minute)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return inDays(language, hours)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** Of a week and more the hours say nothing. */
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

/** Making an Intl format costs more than using it: each is made once. */
const made = new Map<string, unknown>()

function once<T>(kind: string, options: unknown, make: () => T): T {
  const key = `${kind} ${JSON.stringify(options)}`
  const kept = made.get(key) as T | undefined
  if (kept) return kept
  const format = make()
  made.set(key, format)
  return format
}

function dateFormat(locale: string, timeZone: string) {
  return once('date', [locale, timeZone], () => new Intl.DateTimeFormat(locale, { ...parts, timeZone }))
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions) {
  return once('number', [locale, options], () => new Intl.NumberFormat(locale, options))
}

function listFormat(locale: string) {
  return once('list', locale, () => new Intl.ListFormat(locale))
}
