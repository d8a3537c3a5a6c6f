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
export function withMeaning<Schema extends z.ZodType>(schema: Schema, is: Meaning): Schema {
  meanings.add(schema, { is })
  return schema
}

/** A value that violates the contract: its place and what was expected there. Never the value itself. */
export interface Violation {
  /** Path of the value, such as `data[].status`. */
  at: string
  expected: string
  /** Whether it is a row of the list itself, which was left out. */
  isRow: boolean
}

export type ParsedReply<T> = { ok: true; value: T; violations: Violation[] } | { ok: false; violations: Violation[] }

/** Returns a reply as its schema describes it. Not `ok` only when nothing usable is left. */
export function parseReply<Schema extends z.ZodType>(schema: Schema, input: unknown): ParsedReply<z.output<Schema>> {
  const parser = parserOf(schema)
  const violations: Violation[] = []
  const position: Position = { outer: null, name: '', violations, isTop: true }
  const value = input === undefined || input === null ? parser.absent(input, position) : parser.read(input, position)
  if (value !== unreadable) return { ok: true, value: value as z.output<Schema>, violations }
  if (violations.length === 0) violations.push(violation(parser, position))
  return { ok: false, violations }
}

const unreadable = Symbol('unreadable')
type Parsed = unknown | typeof unreadable

/** The place of a value. Formatted only when a violation is reported. */
interface Position {
  outer: Position | null
  name: string
  violations: Violation[]
  /** Whether the rows of the list are here, or in the envelope that is here. */
  isTop?: boolean
}

interface Parser {
  expected: string
  read(input: unknown, position: Position): Parsed
  /** Returns the value for an absent or null value. */
  absent(input: null | undefined, position: Position): Parsed
}

const parserCache = new WeakMap<z.core.$ZodType, Parser>()

function parserOf(schema: z.core.$ZodType): Parser {
  const cached = parserCache.get(schema)
  if (cached) return cached
  const parser = createParser(schema)
  parserCache.set(schema, parser)
  return parser
}

function createParser(schema: z.core.$ZodType): Parser {
  const meaning = meanings.get(schema as z.ZodType)?.is
  if (meaning) return meaningParsers[meaning]
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
      return list(parserOf(def.element))
    case 'tuple':
      return tuple(def.items.map(parserOf))
    case 'object':
      return object(def.shape, def.catchall !== undefined)
    case 'record':
      return record(parserOf(def.keyType), parserOf(def.valueType))
    case 'union':
      return union(def.options)
    case 'optional':
    case 'nullable':
      return optional(parserOf(def.innerType), def.type === 'nullable')
    case 'default':
    case 'prefault':
      return withFallback(parserOf(def.innerType), () => def.defaultValue)
    case 'catch':
      return withFallback(parserOf(def.innerType), () => def.catchValue(noContext))
    case 'nonoptional':
    case 'readonly':
      return parserOf(def.innerType)
    case 'pipe':
      return pipe(def)
    default:
      return { expected: def.type, read: (input) => input, absent: (input) => input }
  }
}

const blank = (expected: string, value: unknown, read: (input: unknown) => Parsed): Parser => ({
  expected,
  read,
  absent: () => value,
})

const text = blank('text', '', asText)
const number = blank('a number', Number.NaN, asNumber)
const truth = blank('true or false', false, asTruth)

const meaningParsers: Record<Meaning, Parser> = {
  id: { expected: 'an id', read: asId, absent: () => unreadable },
  key: { expected: 'a key', read: asKey, absent: () => unreadable },
  time: blank('a time', '', asTime),
}

function asText(input: unknown): Parsed {
  if (typeof input === 'string') return input
  return typeof input === 'boolean' || (typeof input === 'number' && Number.isFinite(input))
    ? String(input)
    : unreadable
}

function asNumber(input: unknown): Parsed {
  const read =
    typeof input === 'string' && /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(input.trim()) ? Number(input) : input
  return typeof read === 'number' && Number.isFinite(read) ? read : unreadable
}

function asTruth(input: unknown): Parsed {
  const read = typeof input === 'string' ? input.trim().toLowerCase() : input
  if (read === true || read === 'true' || read === 1 || read === '1') return true
  return read === false || read === 'false' || read === 0 || read === '0' ? false : unreadable
}

/** Reads a key. An unsafe integer has lost digits and would identify something else. */
function asKey(input: unknown): Parsed {
  const read = typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : input
  return typeof read === 'string' && read !== '' ? read : unreadable
}

/** Reads an id. UUIDs are in lower case from here on. */
function asId(input: unknown): Parsed {
  const read = asKey(input)
  if (typeof read !== 'string' || read.length > 200) return unreadable
  return comparableId(read)
}

/** Reads a time in seconds or milliseconds since 1970, distinguished by magnitude: no time here is before 1973. */
function asTime(input: unknown): Parsed {
  const amount = typeof input === 'string' && !/^\d{9,14}$/.test(input) ? input : asNumber(input)
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
function word(words: readonly string[]): Parser {
  const byFolded = new Map(words.map((one) => [folded(one), one]))
  const exact = new Set<unknown>(words)
  return blank(`one of ${words.join(', ')}`, '', (input) => {
    if (exact.has(input)) return input
    const read = asText(input)
    if (isInherited(read)) return unreadable
    return typeof read === 'string' ? (byFolded.get(folded(read)) ?? read) : unreadable
  })
}

function literal(values: readonly unknown[]): Parser {
  const matchesInput = (input: unknown) => (value: unknown) =>
    value === input || (typeof value === 'string' && typeof input === 'string' && folded(value) === folded(input))
  return {
    expected: values.join(', '),
    read: (input) => (values.some(matchesInput(input)) ? values.find(matchesInput(input)) : unreadable),
    absent: (input) => (values.includes(input) ? input : unreadable),
  }
}

/** Members in which other backends wrap what is a bare list here. */
const envelopes = ['data', 'items', 'value', 'results'] as const

function list(element: Parser): Parser {
  return {
    expected: 'a list',
    read(input, position) {
      const rows = Array.isArray(input) ? input : position.isTop ? enclosedList(input) : undefined
      if (!rows) return unreadable
      const inner: Position = { outer: position, name: '[]', violations: position.violations }
      // Copied from the first row that differs from the input.
      let values: unknown[] | null = null
      for (let at = 0; at < rows.length; at += 1) {
        const row: unknown = rows[at]
        const before = inner.violations.length
        const isNothing = row === null || row === undefined
        const value = isNothing ? element.absent(row, inner) : element.read(row, inner)
        if (value !== unreadable && !(isNothing && value !== null)) {
          if (value !== row) values ??= rows.slice(0, at)
          values?.push(value)
          continue
        }
        values ??= rows.slice(0, at)
        if (inner.violations.length === before) inner.violations.push(violation(element, inner))
        if (position.isTop) (inner.violations.at(-1) as Violation).isRow = true
      }
      return values ?? rows
    },
    absent: () => [],
  }
}

function enclosedList(input: unknown): unknown[] | undefined {
  if (!isObject(input)) return undefined
  for (const name of envelopes) {
    const rows = memberOf(input, name)
    if (Array.isArray(rows)) return rows
    if (rows === null && Object.keys(input).length <= 3) return []
  }
  return undefined
}

function tuple(items: readonly Parser[]): Parser {
  return {
    expected: `${items.length} values`,
    read(input, position) {
      if (!Array.isArray(input) || input.length < items.length) return unreadable
      const values = items.map((item, at) => {
        const one: unknown = input[at]
        return one === null || one === undefined ? item.absent(one, position) : item.read(one, position)
      })
      return values.includes(unreadable) ? unreadable : values
    },
    absent: () => unreadable,
  }
}

function object(shape: Readonly<Record<string, z.core.$ZodType>>, keepsUnknown: boolean): Parser {
  let members: [string, Parser][] | null = null
  const names = Object.keys(shape)
  const isEnvelope = names.includes('data')
  const isOtherwiseWritten = otherwiseWritten(names)
  const memberIn = names.some(isInherited) ? ownMember : anyMember

  /** Copies the object only when a member differs: our own services usually send it as the schema describes it. */
  function readMembers(input: Record<string, unknown>, position: Position): Parsed {
    members ??= names.map((name) => [name, parserOf(shape[name] as z.core.$ZodType)])
    let value: Record<string, unknown> | null = keepsUnknown ? null : {}
    const isAsWritten = !hasKey(input, isOtherwiseWritten)
    // One object for all members, updated for each.
    const inner: Position = { outer: position, name: '', violations: position.violations, isTop: false }
    for (const [name, member] of members) {
      inner.name = name
      inner.isTop = position.isTop === true && name === 'data'
      const raw = isAsWritten ? memberIn(input, name) : memberOf(input, name)
      let read = raw === undefined || raw === null ? member.absent(raw, inner) : member.read(raw, inner)
      if (read === unreadable) {
        inner.violations.push(violation(member, inner))
        if (raw === undefined || raw === null) return unreadable
        read = member.absent(undefined, inner)
        if (read === unreadable) return unreadable
      }
      if (read === undefined && raw === undefined) continue
      if (value === null && isAsWritten && read === raw) continue
      value ??= { ...input }
      value[name] = read
    }
    const { name, id } = value ?? input
    // An object without a name shows its id.
    return name === '' && typeof id === 'string' ? { ...(value ?? input), name: id } : (value ?? input)
  }

  return {
    expected: 'an object',
    read(input, position) {
      if (position.isTop && isEnvelope && Array.isArray(input)) return readMembers({ data: input }, position)
      if (!isObject(input)) return unreadable
      if (position.isTop && !isEnvelope) return readMembers(enclosedObject(input, names), position)
      if (position.isTop && isEnvelope && memberOf(input, 'data') === undefined)
        return readMembers({ ...input, data: enclosedList(input) ?? input }, position)
      return readMembers(input, position)
    },
    absent: (_, position) => readMembers({}, { ...position, violations: [], isTop: false }),
  }
}

/** Returns the object itself, or the content of a wrapper that has none of its members. */
function enclosedObject(input: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const content = memberOf(input, 'data') ?? memberOf(input, 'value')
  const hasOwn = names.some((name) => memberOf(input, name) !== undefined)
  return !hasOwn && isObject(content) ? content : input
}

function record(key: Parser, value: Parser): Parser {
  return {
    expected: 'names with values',
    read(input, position) {
      if (!isObject(input)) return unreadable
      const inner: Position = { outer: position, name: '*', violations: position.violations }
      const entries: [string, unknown][] = []
      let isUnchanged = true
      for (const [name, raw] of Object.entries(input)) {
        const readName = key.read(name, inner)
        const read = raw === null || raw === undefined ? value.absent(raw, inner) : value.read(raw, inner)
        // A number that cannot be read is left out.
        if (Number.isNaN(read)) {
          isUnchanged = false
          continue
        }
        if (readName === unreadable || read === unreadable) inner.violations.push(violation(value, inner))
        else entries.push([String(readName), read])
        isUnchanged &&= readName === name && read === raw
      }
      return isUnchanged ? input : Object.fromEntries(entries)
    },
    absent: () => ({}),
  }
}

/** Reads with the option that has the word, else the one that fits as it is, else the first that can read it. */
function union(options: readonly z.core.$ZodType[]): Parser {
  const parsers = options.map(parserOf)
  const words = options.flatMap((option) => wordsOf(option))
  const byFolded = new Map(words.map((one) => [folded(one), one]))
  return {
    expected: parsers.map(({ expected }) => expected).join(', or '),
    read(input, position) {
      const same = typeof input === 'string' ? byFolded.get(folded(input)) : undefined
      if (same !== undefined && folded(String(input)) !== '') return same
      const fitting = options.findIndex((option) => z.safeParse(option, input).success)
      if (fitting >= 0) return parsers[fitting]?.read(input, position)
      for (const parser of parsers) {
        const attempt: Position = { ...position, violations: [] }
        const read = parser.read(input, attempt)
        if (read === unreadable) continue
        position.violations.push(...attempt.violations)
        return read
      }
      return unreadable
    },
    absent(input, position) {
      const absentValues = parsers.map((parser) => parser.absent(input, position))
      const nothing = absentValues.find((one) => one === input || one === null || one === undefined)
      return absentValues.includes(nothing) && nothing !== unreadable
        ? nothing
        : (absentValues.find((one) => one !== unreadable) ?? unreadable)
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
const isEmptyId = (input: unknown) => input === '' || input === nilId

function optional(inner: Parser, isNullable: boolean): Parser {
  return {
    expected: inner.expected,
    read(input, position) {
      const before = position.violations.length
      const isNone = isEmptyId(input) && inner.absent(undefined, position) === unreadable
      const read = isNone ? undefined : inner.read(input, position)
      if (read !== unreadable) return isNullable && read === undefined ? null : read
      if (position.violations.length === before) position.violations.push(violation(inner, position))
      return isNullable ? null : undefined
    },
    absent: (input, position) =>
      isNullable || (input === null && inner.absent(null, position) === null) ? null : undefined,
  }
}

function withFallback(inner: Parser, value: () => unknown): Parser {
  return {
    expected: inner.expected,
    read(input, position) {
      const read = inner.read(input, position)
      if (read !== unreadable) return read
      position.violations.push(violation(inner, position))
      return value()
    },
    absent: value,
  }
}

const noContext = { value: undefined, issues: [], error: { issues: [] }, input: undefined } as never

function pipe(def: z.core.$ZodPipeDef): Parser {
  const inner = (def.in as z.core.$ZodTypes)._zod.def
  const outer = (def.out as z.core.$ZodTypes)._zod.def
  if (inner.type === 'transform') {
    const parser = parserOf(def.out)
    const before = (input: unknown) => inner.transform(input, noContext)
    return { ...parser, read: (input, position) => parser.read(before(input), position) }
  }
  const parser = parserOf(def.in)
  const after = (read: Parsed) =>
    read === unreadable ? unreadable : outer.type === 'transform' ? outer.transform(read, noContext) : read
  return {
    expected: parser.expected,
    read: (input, position) => after(parser.read(input, position)),
    absent: (input, position) => after(parser.absent(input, position)),
  }
}

const violation = (parser: Parser, position: Position): Violation => ({
  at: formatPath(position),
  expected: parser.expected,
  isRow: false,
})

function formatPath({ outer, name }: Position): string {
  const before = outer ? formatPath(outer) : ''
  return before === '' || name === '[]' ? before + name : `${before}.${name}`
}

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

const anyMember = (input: Record<string, unknown>, name: string): unknown => input[name]

const ownMember = (input: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(input, name) ? input[name] : undefined

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
function hasKey(input: Record<string, unknown>, matches: (key: string) => boolean): boolean {
  for (const key in input) if (matches(key)) return true
  return false
}

/** Returns a member by its name in any case. */
function memberOf(input: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(input, name)) return input[name]
  const lowerName = name.toLowerCase()
  for (const key of Object.keys(input)) if (key.toLowerCase() === lowerName) return input[key]
  return undefined
}

/** Returns what a contract marks a schema as, beyond its type. */
export const schemaMeaningOf = (schema: z.core.$ZodType): Meaning | undefined => meanings.get(schema as z.ZodType)?.is
