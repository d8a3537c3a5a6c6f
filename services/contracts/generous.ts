/**
 * The lenient parser of replies. A contract describes what our services send; other backends send null for absent
 * values, numbers as text, words in another case, unknown words. Each reply schema becomes a parser that is strict
 * about identity (`id`, `key`: ids, keys, eTags) and lenient about the rest: an unreadable value counts as absent, a
 * row without an identity is left out, and both are reported as violations.
 */
import { z } from 'zod'
import { nilId } from './permissions'
import { comparableId } from './uuid'

/** What a schema means beyond its type. */
type Meaning = 'id' | 'key' | 'time'
const meanings = z.registry<{ is: Meaning }>()

/**
 * Marks a schema whose value identifies something or is a moment. An `id` or `key` is never invented; a `time` may also
 * be a number.
 */
export function meant<Schema extends z.ZodType>(schema: Schema, is: Meaning): Schema {
  meanings.add(schema, { is })
  return schema
}

/** A value that violates the contract: its place and what was expected there. Never the value itself. */
export interface Misfit {
  /** Path of the value, such as `data[].status`. */
  at: string
  expected: string
  /** Whether it is a row of the list itself, which was left out. */
  isRow: boolean
}

export type Reading<T> = { ok: true; value: T; misfits: Misfit[] } | { ok: false; misfits: Misfit[] }

/** Returns a reply as its schema describes it. Not `ok` only when nothing usable is left. */
export function readReply<Schema extends z.ZodType>(schema: Schema, given: unknown): Reading<z.output<Schema>> {
  const reader = readerOf(schema)
  const misfits: Misfit[] = []
  const place: Place = { outer: null, name: '', misfits, isTop: true }
  const value = given === undefined || given === null ? reader.absent(given, place) : reader.read(given, place)
  if (value !== unreadable) return { ok: true, value: value as z.output<Schema>, misfits }
  if (misfits.length === 0) misfits.push(misfit(reader, place))
  return { ok: false, misfits }
}

const unreadable = Symbol('unreadable')
type Found = unknown | typeof unreadable

/** The place of a value. Formatted only when a violation is reported. */
interface Place {
  outer: Place | null
  name: string
  misfits: Misfit[]
  /** Whether the rows of the list are here, or in the envelope that is here. */
  isTop?: boolean
}

interface Reader {
  expected: string
  read(given: unknown, place: Place): Found
  /** Returns the value for an absent or null value. */
  absent(given: null | undefined, place: Place): Found
}

const made = new WeakMap<z.core.$ZodType, Reader>()

function readerOf(schema: z.core.$ZodType): Reader {
  const known = made.get(schema)
  if (known) return known
  const reader = makeReader(schema)
  made.set(schema, reader)
  return reader
}

function makeReader(schema: z.core.$ZodType): Reader {
  const meaning = meanings.get(schema as z.ZodType)?.is
  if (meaning) return meaningReaders[meaning]
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return text
    case 'number':
      return number
    case 'boolean':
      return truth
    case 'enum':
      return word(Object.values(def.entries).map(String))
    case 'literal':
      return literal(def.values)
    case 'null':
      return { expected: 'null', read: () => unreadable, absent: () => null }
    case 'array':
      return list(readerOf(def.element))
    case 'tuple':
      return tuple(def.items.map(readerOf))
    case 'object':
      return object(def.shape, def.catchall !== undefined)
    case 'record':
      return record(readerOf(def.keyType), readerOf(def.valueType))
    case 'union':
      return union(def.options)
    case 'optional':
    case 'nullable':
      return optional(readerOf(def.innerType), def.type === 'nullable')
    case 'default':
    case 'prefault':
      return instead(readerOf(def.innerType), () => def.defaultValue)
    case 'catch':
      return instead(readerOf(def.innerType), () => def.catchValue(noContext))
    case 'nonoptional':
    case 'readonly':
      return readerOf(def.innerType)
    case 'pipe':
      return pipe(def)
    default:
      return { expected: def.type, read: (given) => given, absent: (given) => given }
  }
}

const blank = (expected: string, value: unknown, read: (given: unknown) => Found): Reader => ({
  expected,
  read,
  absent: () => value,
})

const text = blank('text', '', asText)
const number = blank('a number', Number.NaN, asNumber)
const truth = blank('true or false', false, asTruth)

const meaningReaders: Record<Meaning, Reader> = {
  id: { expected: 'an id', read: asId, absent: () => unreadable },
  key: { expected: 'a key', read: asKey, absent: () => unreadable },
  time: blank('a time', '', asTime),
}

function asText(given: unknown): Found {
  if (typeof given === 'string') return given
  return typeof given === 'boolean' || (typeof given === 'number' && Number.isFinite(given))
    ? String(given)
    : unreadable
}

function asNumber(given: unknown): Found {
  const read =
    typeof given === 'string' && /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(given.trim()) ? Number(given) : given
  return typeof read === 'number' && Number.isFinite(read) ? read : unreadable
}

function asTruth(given: unknown): Found {
  const read = typeof given === 'string' ? given.trim().toLowerCase() : given
  if (read === true || read === 'true' || read === 1 || read === '1') return true
  return read === false || read === 'false' || read === 0 || read === '0' ? false : unreadable
}

/** Reads a key. An unsafe integer has lost digits and would identify something else. */
function asKey(given: unknown): Found {
  const read = typeof given === 'number' && Number.isSafeInteger(given) ? String(given) : given
  return typeof read === 'string' && read !== '' ? read : unreadable
}

/** Reads an id. UUIDs are in lower case from here on. */
function asId(given: unknown): Found {
  const read = asKey(given)
  if (typeof read !== 'string' || read.length > 200) return unreadable
  return comparableId(read)
}

/** Reads a time in seconds or milliseconds since 1970, distinguished by magnitude: no time here is before 1973. */
function asTime(given: unknown): Found {
  const amount = typeof given === 'string' && !/^\d{9,14}$/.test(given) ? given : asNumber(given)
  if (typeof amount !== 'number') return amount
  const moment = new Date(Math.abs(amount) < 1e11 ? amount * 1000 : amount)
  return Number.isNaN(moment.getTime()) ? unreadable : moment.toISOString()
}

const folded = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/**
 * Whether a word is a property every object inherits; such a word has no meaning here and would be found in lookups.
 */
const isInherited = (word: unknown) => typeof word === 'string' && word in Object.prototype

/** Reads a word in any case; an unknown word is returned unchanged, to be shown. */
function word(words: readonly string[]): Reader {
  const known = new Map(words.map((one) => [folded(one), one]))
  const exact = new Set<unknown>(words)
  return blank(`one of ${words.join(', ')}`, '', (given) => {
    if (exact.has(given)) return given
    const read = asText(given)
    if (isInherited(read)) return unreadable
    return typeof read === 'string' ? (known.get(folded(read)) ?? read) : unreadable
  })
}

function literal(values: readonly unknown[]): Reader {
  const isMeant = (given: unknown) => (value: unknown) =>
    value === given || (typeof value === 'string' && typeof given === 'string' && folded(value) === folded(given))
  return {
    expected: values.join(', '),
    read: (given) => (values.some(isMeant(given)) ? values.find(isMeant(given)) : unreadable),
    absent: (given) => (values.includes(given) ? given : unreadable),
  }
}

/** Members in which other backends wrap what is a bare list here. */
const envelopes = ['data', 'items', 'value', 'results'] as const

function list(element: Reader): Reader {
  return {
    expected: 'a list',
    read(given, place) {
      const rows = Array.isArray(given) ? given : place.isTop ? enclosedList(given) : undefined
      if (!rows) return unreadable
      const here: Place = { outer: place, name: '[]', misfits: place.misfits }
      // Copied from the first row that differs from the input.
      let values: unknown[] | null = null
      for (let at = 0; at < rows.length; at += 1) {
        const row: unknown = rows[at]
        const before = here.misfits.length
        const isNothing = row === null || row === undefined
        const value = isNothing ? element.absent(row, here) : element.read(row, here)
        if (value !== unreadable && !(isNothing && value !== null)) {
          if (value !== row) values ??= rows.slice(0, at)
          values?.push(value)
          continue
        }
        values ??= rows.slice(0, at)
        if (here.misfits.length === before) here.misfits.push(misfit(element, here))
        if (place.isTop) (here.misfits.at(-1) as Misfit).isRow = true
      }
      return values ?? rows
    },
    absent: () => [],
  }
}

function enclosedList(given: unknown): unknown[] | undefined {
  if (!isObject(given)) return undefined
  for (const name of envelopes) {
    const held = memberOf(given, name)
    if (Array.isArray(held)) return held
    if (held === null && Object.keys(given).length <= 3) return []
  }
  return undefined
}

function tuple(items: readonly Reader[]): Reader {
  return {
    expected: `${items.length} values`,
    read(given, place) {
      if (!Array.isArray(given) || given.length < items.length) return unreadable
      const values = items.map((item, at) => {
        const one: unknown = given[at]
        return one === null || one === undefined ? item.absent(one, place) : item.read(one, place)
      })
      return values.includes(unreadable) ? unreadable : values
    },
    absent: () => unreadable,
  }
}

function object(shape: Readonly<Record<string, z.core.$ZodType>>, keepsOthers: boolean): Reader {
  let members: [string, Reader][] | null = null
  const names = Object.keys(shape)
  const isEnvelope = names.includes('data')
  const isOtherwiseWritten = otherwiseWritten(names)
  const heldIn = names.some(isInherited) ? ownMember : anyMember

  /** Copies the object only when a member differs: our own services usually send it as the schema describes it. */
  function readMembers(given: Record<string, unknown>, place: Place): Found {
    members ??= names.map((name) => [name, readerOf(shape[name] as z.core.$ZodType)])
    let value: Record<string, unknown> | null = keepsOthers ? null : {}
    const isAsWritten = !hasKey(given, isOtherwiseWritten)
    // One object for all members, updated for each.
    const here: Place = { outer: place, name: '', misfits: place.misfits, isTop: false }
    for (const [name, member] of members) {
      here.name = name
      here.isTop = place.isTop === true && name === 'data'
      const held = isAsWritten ? heldIn(given, name) : memberOf(given, name)
      let read = held === undefined || held === null ? member.absent(held, here) : member.read(held, here)
      if (read === unreadable) {
        here.misfits.push(misfit(member, here))
        if (held === undefined || held === null) return unreadable
        read = member.absent(undefined, here)
        if (read === unreadable) return unreadable
      }
      if (read === undefined && held === undefined) continue
      if (value === null && isAsWritten && read === held) continue
      value ??= { ...given }
      value[name] = read
    }
    const { name, id } = value ?? given
    // An object without a name shows its id.
    return name === '' && typeof id === 'string' ? { ...(value ?? given), name: id } : (value ?? given)
  }

  return {
    expected: 'an object',
    read(given, place) {
      if (place.isTop && isEnvelope && Array.isArray(given)) return readMembers({ data: given }, place)
      if (!isObject(given)) return unreadable
      if (place.isTop && !isEnvelope) return readMembers(enclosedObject(given, names), place)
      if (place.isTop && isEnvelope && memberOf(given, 'data') === undefined)
        return readMembers({ ...given, data: enclosedList(given) ?? given }, place)
      return readMembers(given, place)
    },
    absent: (_, place) => readMembers({}, { ...place, misfits: [], isTop: false }),
  }
}

/** Returns the object itself, or the content of a wrapper that has none of its members. */
function enclosedObject(given: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const held = memberOf(given, 'data') ?? memberOf(given, 'value')
  const hasOwn = names.some((name) => memberOf(given, name) !== undefined)
  return !hasOwn && isObject(held) ? held : given
}

function record(key: Reader, value: Reader): Reader {
  return {
    expected: 'names with values',
    read(given, place) {
      if (!isObject(given)) return unreadable
      const here: Place = { outer: place, name: '*', misfits: place.misfits }
      const entries: [string, unknown][] = []
      let isAsItCame = true
      for (const [name, held] of Object.entries(given)) {
        const readName = key.read(name, here)
        const read = held === null || held === undefined ? value.absent(held, here) : value.read(held, here)
        // A number that cannot be read is left out.
        if (Number.isNaN(read)) {
          isAsItCame = false
          continue
        }
        if (readName === unreadable || read === unreadable) here.misfits.push(misfit(value, here))
        else entries.push([String(readName), read])
        isAsItCame &&= readName === name && read === held
      }
      return isAsItCame ? given : Object.fromEntries(entries)
    },
    absent: () => ({}),
  }
}

/** Reads with the option that has the word, else the one that fits as it is, else the first that can read it. */
function union(options: readonly z.core.$ZodType[]): Reader {
  const readers = options.map(readerOf)
  const words = options.flatMap((option) => wordsOf(option))
  const known = new Map(words.map((one) => [folded(one), one]))
  return {
    expected: readers.map(({ expected }) => expected).join(', or '),
    read(given, place) {
      const same = typeof given === 'string' ? known.get(folded(given)) : undefined
      if (same !== undefined && folded(String(given)) !== '') return same
      const fitting = options.findIndex((option) => z.safeParse(option, given).success)
      if (fitting >= 0) return readers[fitting]?.read(given, place)
      for (const reader of readers) {
        const attempt: Place = { ...place, misfits: [] }
        const read = reader.read(given, attempt)
        if (read === unreadable) continue
        place.misfits.push(...attempt.misfits)
        return read
      }
      return unreadable
    },
    absent(given, place) {
      const found = readers.map((reader) => reader.absent(given, place))
      const nothing = found.find((one) => one === given || one === null || one === undefined)
      return found.includes(nothing) && nothing !== unreadable
        ? nothing
        : (found.find((one) => one !== unreadable) ?? unreadable)
    },
  }
}

function wordsOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'enum') return Object.values(def.entries).map(String)
  if (def.type === 'literal') return def.values.filter((value) => typeof value === 'string')
  return def.type === 'pipe' ? wordsOf(def.out) : []
}

/** The values that mean "no id" (spec §3). */
const isEmptyId = (given: unknown) => given === '' || given === nilId

function optional(inner: Reader, isNullable: boolean): Reader {
  return {
    expected: inner.expected,
    read(given, place) {
      const before = place.misfits.length
      const isNone = isEmptyId(given) && inner.absent(undefined, place) === unreadable
      const read = isNone ? undefined : inner.read(given, place)
      if (read !== unreadable) return isNullable && read === undefined ? null : read
      if (place.misfits.length === before) place.misfits.push(misfit(inner, place))
      return isNullable ? null : undefined
    },
    absent: (given, place) => (isNullable || (given === null && inner.absent(null, place) === null) ? null : undefined),
  }
}

function instead(inner: Reader, value: () => unknown): Reader {
  return {
    expected: inner.expected,
    read(given, place) {
      const read = inner.read(given, place)
      if (read !== unreadable) return read
      place.misfits.push(misfit(inner, place))
      return value()
    },
    absent: value,
  }
}

const noContext = { value: undefined, issues: [], error: { issues: [] }, input: undefined } as never

function pipe(def: z.core.$ZodPipeDef): Reader {
  const inner = (def.in as z.core.$ZodTypes)._zod.def
  const outer = (def.out as z.core.$ZodTypes)._zod.def
  if (inner.type === 'transform') {
    const reader = readerOf(def.out)
    const before = (given: unknown) => inner.transform(given, noContext)
    return { ...reader, read: (given, place) => reader.read(before(given), place) }
  }
  const reader = readerOf(def.in)
  const after = (read: Found) =>
    read === unreadable ? unreadable : outer.type === 'transform' ? outer.transform(read, noContext) : read
  return {
    expected: reader.expected,
    read: (given, place) => after(reader.read(given, place)),
    absent: (given, place) => after(reader.absent(given, place)),
  }
}

const misfit = (reader: Reader, place: Place): Misfit => ({ at: told(place), expected: reader.expected, isRow: false })

function told({ outer, name }: Place): string {
  const before = outer ? told(outer) : ''
  return before === '' || name === '[]' ? before + name : `${before}.${name}`
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const anyMember = (given: Record<string, unknown>, name: string): unknown => given[name]

const ownMember = (given: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(given, name) ? given[name] : undefined

/**
 * Returns a predicate: whether a key is one of these names in another case. Nearly every object has each name as
 * written.
 */
function otherwiseWritten(names: readonly string[]): (key: string) => boolean {
  const exact = new Set(names)
  const folded = new Set(names.map((name) => name.toLowerCase()))
  return (key) => !exact.has(key) && folded.has(key.toLowerCase())
}

/** Whether any key matches, without building a list: a page of a list has a thousand objects. */
function hasKey(given: Record<string, unknown>, isSuch: (key: string) => boolean): boolean {
  for (const key in given) if (isSuch(key)) return true
  return false
}

/** Returns a member by its name in any case. */
function memberOf(given: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(given, name)) return given[name]
  const wanted = name.toLowerCase()
  for (const key of Object.keys(given)) if (key.toLowerCase() === wanted) return given[key]
  return undefined
}

/** Returns what a contract marks a schema as, beyond its type. */
export const meaningOf = (schema: z.core.$ZodType): Meaning | undefined => meanings.get(schema as z.ZodType)?.is
