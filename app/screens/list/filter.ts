/**
 * How a list is narrowed, declared once: the form of its filters, what is read of an address, the links that keep it
 * and what of an address is not understood all come from here. Every list calls what is searched for `q`.
 */
import { maxAnyOf } from '#contracts/any-of'
import { fitInOneWord } from '~/backend/any-of'
import type { Translate } from '~/i18n/instance'
import { lookIn } from './look'

/** A text of the page's language. */
export type Said = (t: Translate) => string

/** Free words. */
export interface WordsField {
  kind: 'words'
  label: Said
  hint?: Said
  /** Characters that a person can type; 200 unless said. What an address says beyond is for the service to refuse. */
  most?: number
}

/** A day, as `2026-11-22`. */
export interface DayField {
  kind: 'day'
  label: Said
}

/** From a moment on, in ISO time: it stands in no field, and is shown with the way to the list without it. */
export interface MomentField {
  kind: 'moment'
  label: Said
}

/** One of several. Without `values` what the page offers is only known once it was read, which may offer fewer of them, too. */
export interface ChoiceField<Value extends string = string> {
  kind: 'choice'
  label: Said
  /** Any number of values, of which a row has one: the address repeats the word. */
  several?: true
  /** Values of such a field that no other one is combined with. */
  alone?: readonly Value[]
  values?: readonly Value[]
  /** What a value is called; itself unless said. */
  text?: (t: Translate, value: Value) => string
  /** What no choice means; "Any" unless said. */
  any?: Said
}

/** Stands in the address and in no field: the form carries it along. */
export interface CarriedField {
  kind: 'carried'
}

export type FilterField = WordsField | DayField | MomentField | ChoiceField | CarriedField
export type FilterFields = Readonly<Record<string, FilterField>>

/** What an address says of each field; absent where it says nothing, or nothing that means something. */
export type FilterOf<F extends FilterFields> = {
  -readonly [Name in keyof F]?: F[Name] extends { several: true } ? readonly ValueOf<F[Name]>[] : ValueOf<F[Name]>
}
type ValueOf<Field> = Field extends { values: readonly (infer Value extends string)[] } ? Value : string

/** A filter whose fields nobody knows here. */
export type AnyFilter = Readonly<Record<string, string | readonly string[] | undefined>>

export interface Asked<F extends FilterFields> {
  filter: FilterOf<F>
  /** A column, with `-` before it where the highest come first. */
  sort: string | undefined
  after: string | undefined
  /** The words that the list knows, each with what was read of it. */
  known: Readonly<Record<string, unknown>>
}

/** Characters of a value that are read at all. */
const longest = 2_000
const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** What an address asks of a list; `others` are the words it may say that narrow nothing. */
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

/** What an address says of how the list looks, where that means something. */
function lookKnown(given: URLSearchParams): Record<string, unknown> {
  const { rows, height, hidden } = lookIn(given)
  return { rows, height, hide: hidden && '-' }
}

/** What an address says of each field. */
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
 * Returns the values in one order, however an address says them, so that the same filter has one address: the word
 * repeated, or known values with commas between. Of other values those are left out that one call cannot have.
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

/** The value of a choice between two; undefined where both are chosen, which leaves every row. */
export function onlyOf<Value extends string>(values: readonly Value[] | undefined): Value | undefined {
  return values?.length === 1 ? values[0] : undefined
}

/** Whether a row that has this value is among those chosen: every row where nothing is chosen. */
export function isAmong(values: readonly string[] | undefined, value: string | null | undefined): boolean {
  return values === undefined || (value !== null && value !== undefined && values.includes(value))
}

/** A moment of an address, in ISO time to the millisecond; undefined for what is none. */
export function momentIn(value: string): string | undefined {
  return moment.test(value) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined
}

/** Those of the fields that are named. */
export function fieldsAmong<F extends FilterFields>(fields: F, names: readonly string[]): F {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as FilterFields as F
}

/** Whether a person narrowed the list: what is only carried along says where they came from. */
export function isNarrowed(fields: FilterFields, filter: AnyFilter): boolean {
  return Object.entries(fields).some(([name, { kind }]) => kind !== 'carried' && filter[name] !== undefined)
}
