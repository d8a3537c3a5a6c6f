/**
 * The filter of a list, declared once. Its form, the parser of the address, the links that keep the filter, and the
 * check for unsupported parameters are derived from here. Every list calls its search `q`.
 */
import { maxAnyOf } from '#contracts/any-of'
import { valuesThatFit } from '~/backend/any-of'
import type { Translate } from '~/i18n/instance'
import { parseLook } from './look'

/** A text in the language of the page. */
export type Label = (t: Translate) => string

/** Free words. */
export interface WordsField {
  kind: 'words'
  label: Label
  hint?: Label
  /** The input's maximum length, 200 by default. Longer values in an address are left to the service to refuse. */
  maxLength?: number
}

/** A day, `2026-11-22`. */
export interface DayField {
  kind: 'day'
  label: Label
}

/** A start time in ISO format. It has no input; its chip links to the list without it. */
export interface MomentField {
  kind: 'moment'
  label: Label
}

/**
 * One of several values. Without `values` the options are read with the page, which may also offer fewer of the
 * declared ones.
 */
export interface ChoiceFilterField<Value extends string = string> {
  kind: 'choice'
  label: Label
  /** A multiple choice: the parameter is repeated. */
  several?: true
  /** Values that exclude all others. */
  alone?: readonly Value[]
  values?: readonly Value[]
  /** Returns the label of a value; the value itself by default. */
  text?: (t: Translate, value: Value) => string
  /** The label of no choice; "Any" by default. */
  any?: Label
}

/** A hidden field: part of the address, without an input. */
export interface HiddenFilterField {
  kind: 'carried'
}

export type FilterField = WordsField | DayField | MomentField | ChoiceFilterField | HiddenFilterField
export type FilterFields = Readonly<Record<string, FilterField>>

/** The parsed filter; absent fields are unset or invalid. */
export type FilterOf<F extends FilterFields> = {
  -readonly [Name in keyof F]?: F[Name] extends { several: true } ? readonly ValueOf<F[Name]>[] : ValueOf<F[Name]>
}
type ValueOf<Field> = Field extends { values: readonly (infer Value extends string)[] } ? Value : string

/** A filter of unknown fields. */
export type AnyFilter = Readonly<Record<string, string | readonly string[] | undefined>>

export interface ListSearch<F extends FilterFields> {
  filter: FilterOf<F>
  /** A column, with `-` before it for descending order. */
  sort: string | undefined
  after: string | undefined
  /** The supported parameters with their parsed values. */
  parsed: Readonly<Record<string, unknown>>
}

/** Longer values are cut. */
const maxValueLength = 2_000
const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** Parses the address of a list; `others` are supported parameters that do not filter. */
export function parseListSearch<F extends FilterFields>(
  request: Request,
  { fields, sorts = [], others = [] }: { fields: F; sorts?: readonly string[]; others?: readonly string[] },
): ListSearch<F> {
  const params = new URL(request.url).searchParams
  const filter = parseFilter(params, fields)
  const requestedSort = params.get('sort') ?? undefined
  const sort = sorts.find((column) => requestedSort === column || requestedSort === `-${column}`) && requestedSort
  return {
    filter,
    sort,
    after: params.get('after')?.slice(0, maxValueLength) || undefined,
    parsed: {
      ...filter,
      ...(sorts.length > 0 && { sort }),
      ...parsedLook(params),
      ...Object.fromEntries(others.map((name) => [name, '-'])),
    },
  }
}

/** Returns the valid display parameters of an address. */
function parsedLook(params: URLSearchParams): Record<string, unknown> {
  const { rows, height, hidden, shown } = parseLook(params)
  return { rows, height, hide: hidden && '-', show: shown && '-' }
}

/** Parses the filter of an address. */
export function parseFilter<F extends FilterFields>(params: URLSearchParams, fields: F): FilterOf<F> {
  const read = Object.entries(fields).map(([name, field]) => [name, parseField(params, name, field)])
  return Object.fromEntries(read) as FilterOf<F>
}

function parseField(params: URLSearchParams, name: string, field: FilterField): string | readonly string[] | undefined {
  if (field.kind === 'choice' && field.several) return parseValues(params.getAll(name), field)
  const value = params.get(name)?.trim().slice(0, maxValueLength) || undefined
  if (value === undefined) return undefined
  if (field.kind === 'choice' && field.values && !field.values.includes(value)) return undefined
  if (field.kind === 'day' && !(day.test(value) && !Number.isNaN(Date.parse(value)))) return undefined
  return field.kind === 'moment' ? parseMoment(value) : value
}

/**
 * Returns the values in a fixed order, so that the same filter has one address. The parameter may be repeated; known
 * values may also be separated by commas. Other values are cut to what fits in one call.
 */
export function parseValues<Value extends string>(
  texts: readonly string[],
  { values, alone = [] }: Pick<ChoiceFilterField<Value>, 'values' | 'alone'>,
): readonly Value[] | undefined {
  const each = texts
    .slice(0, maxAnyOf.values)
    .flatMap((text) => (values ? text.slice(0, maxValueLength).split(',') : [text.slice(0, maxValueLength)]))
  const requested = new Set(each.map((text) => text.trim()).filter(Boolean))
  const accepted = values
    ? values.filter((value) => requested.has(value))
    : valuesThatFit([...requested].sort() as Value[])
  const read = accepted.length > 1 ? accepted.filter((value) => !alone.includes(value)) : accepted
  return read.length > 0 ? read : undefined
}

/** Returns the only selected value; undefined if both are selected, which matches every row. */
export function singleValue<Value extends string>(values: readonly Value[] | undefined): Value | undefined {
  return values?.length === 1 ? values[0] : undefined
}

/** Whether a row's value is selected. Without a selection every row matches. */
export function matchesAny(values: readonly string[] | undefined, value: string | null | undefined): boolean {
  return values === undefined || (value !== null && value !== undefined && values.includes(value))
}

/** Parses a time; returns ISO format with milliseconds, or undefined if invalid. */
export function parseMoment(value: string): string | undefined {
  return moment.test(value) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined
}

/** Returns the named fields. */
export function pickFields<F extends FilterFields>(fields: F, names: readonly string[]): F {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as FilterFields as F
}

/** Whether the person filtered the list; hidden fields do not count. */
export function isNarrowed(fields: FilterFields, filter: AnyFilter): boolean {
  return Object.entries(fields).some(([name, { kind }]) => kind !== 'carried' && filter[name] !== undefined)
}
