/**
 * The filter of a list, declared once. Its form, the parser of the address, the links that keep the filter, and the
 * check for unsupported parameters are derived from here. Every list calls its search `q`.
 */
import { maxAnyOf } from '#contracts/any-of'
import { fitInOneWord } from '~/backend/any-of'
import type { Translate } from '~/i18n/instance'
import { lookIn } from './look'

/** A text in the language of the page. */
export type Said = (t: Translate) => string

/** Free words. */
export interface WordsField {
  kind: 'words'
  label: Said
  hint?: Said
  /** The input's maximum length, 200 by default. Longer values in an address are left to the service to refuse. */
  most?: number
}

/** A day, `2026-11-22`. */
export interface DayField {
  kind: 'day'
  label: Said
}

/** A start time in ISO format. It has no input; its chip links to the list without it. */
export interface MomentField {
  kind: 'moment'
  label: Said
}

/**
 * One of several values. Without `values` the options are read with the page, which may also offer fewer of the
 * declared ones.
 */
export interface ChoiceField<Value extends string = string> {
  kind: 'choice'
  label: Said
  /** A multiple choice: the parameter is repeated. */
  several?: true
  /** Values that exclude all others. */
  alone?: readonly Value[]
  values?: readonly Value[]
  /** Returns the label of a value; the value itself by default. */
  text?: (t: Translate, value: Value) => string
  /** The label of no choice; "Any" by default. */
  any?: Said
}

/** A hidden field: part of the address, without an input. */
export interface CarriedField {
  kind: 'carried'
}

export type FilterField = WordsField | DayField | MomentField | ChoiceField | CarriedField
export type FilterFields = Readonly<Record<string, FilterField>>

/** The parsed filter; absent fields are unset or invalid. */
export type FilterOf<F extends FilterFields> = {
  -readonly [Name in keyof F]?: F[Name] extends { several: true } ? readonly ValueOf<F[Name]>[] : ValueOf<F[Name]>
}
type ValueOf<Field> = Field extends { values: readonly (infer Value extends string)[] } ? Value : string

/** A filter of unknown fields. */
export type AnyFilter = Readonly<Record<string, string | readonly string[] | undefined>>

export interface Asked<F extends FilterFields> {
  filter: FilterOf<F>
  /** A column, with `-` before it for descending order. */
  sort: string | undefined
  after: string | undefined
  /** The supported parameters with their parsed values. */
  known: Readonly<Record<string, unknown>>
}

/** Longer values are cut. */
const longest = 2_000
const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** Parses the address of a list; `others` are supported parameters that do not filter. */
export function askedIn<F extends FilterFields>(
  request: Request,
  { fields, sorts = [], others = [] }: { fields: F; sorts?: readonly string[]; others?: readonly string[] },
): Asked<F> {
  const given = new URL(request.url).searchParams
  const filter = filterIn(given, fields)
  const asked = given.get('sort') ?? undefined
  const sort = sorts.find((column) => asked === column || asked === `-${column}`) && asked
  return {
    filter,
    sort,
    after: given.get('after')?.slice(0, longest) || undefined,
    known: {
      ...filter,
      ...(sorts.length > 0 && { sort }),
      ...lookKnown(given),
      ...Object.fromEntries(others.map((name) => [name, '-'])),
    },
  }
}

/** Returns the valid display parameters of an address. */
function lookKnown(given: URLSearchParams): Record<string, unknown> {
  const { rows, height, hidden } = lookIn(given)
  return { rows, height, hide: hidden && '-' }
}

/** Parses the filter of an address. */
export function filterIn<F extends FilterFields>(given: URLSearchParams, fields: F): FilterOf<F> {
  const read = Object.entries(fields).map(([name, field]) => [name, valueIn(given, name, field)])
  return Object.fromEntries(read) as FilterOf<F>
}

function valueIn(given: URLSearchParams, name: string, field: FilterField): string | readonly string[] | undefined {
  if (field.kind === 'choice' && field.several) return valuesIn(given.getAll(name), field)
  const value = given.get(name)?.trim().slice(0, longest) || undefined
  if (value === undefined) return undefined
  if (field.kind === 'choice' && field.values && !field.values.includes(value)) return undefined
  if (field.kind === 'day' && !(day.test(value) && !Number.isNaN(Date.parse(value)))) return undefined
  return field.kind === 'moment' ? momentIn(value) : value
}

/**
 * Returns the values in a fixed order, so that the same filter has one address. The parameter may be repeated; known
 * values may also be separated by commas. Other values are cut to what fits in one call.
 */
export function valuesIn<Value extends string>(
  texts: readonly string[],
  { values, alone = [] }: Pick<ChoiceField<Value>, 'values' | 'alone'>,
): readonly Value[] | undefined {
  const each = texts
    .slice(0, maxAnyOf.values)
    .flatMap((text) => (values ? text.slice(0, longest).split(',') : [text.slice(0, longest)]))
  const given = new Set(each.map((text) => text.trim()).filter(Boolean))
  const known = values ? values.filter((value) => given.has(value)) : fitInOneWord([...given].sort() as Value[])
  const read = known.length > 1 ? known.filter((value) => !alone.includes(value)) : known
  return read.length > 0 ? read : undefined
}

/** Returns the only selected value; undefined if both are selected, which matches every row. */
export function onlyOf<Value extends string>(values: readonly Value[] | undefined): Value | undefined {
  return values?.length === 1 ? values[0] : undefined
}

/** Whether a row's value is selected. Without a selection every row matches. */
export function isAmong(values: readonly string[] | undefined, value: string | null | undefined): boolean {
  return values === undefined || (value !== null && value !== undefined && values.includes(value))
}

/** Parses a time; returns ISO format with milliseconds, or undefined if invalid. */
export function momentIn(value: string): string | undefined {
  return moment.test(value) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined
}

/** Returns the named fields. */
export function fieldsAmong<F extends FilterFields>(fields: F, names: readonly string[]): F {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as FilterFields as F
}

/** Whether the person filtered the list; hidden fields do not count. */
export function isNarrowed(fields: FilterFields, filter: AnyFilter): boolean {
  return Object.entries(fields).some(([name, { kind }]) => kind !== 'carried' && filter[name] !== undefined)
}
