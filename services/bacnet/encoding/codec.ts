/**
 * Codecs of constructed values (clause 20.2.15 to 20.2.19): one description of a production of the standard both decodes
 * and encodes it. Bounds on depth and count are those of the `TagReader`, so that every decoder takes linear time.
 */
import { DamagedFrame } from '../octets'
import type { PrimitiveType } from './primitives'
import { TagReader, TagWriter } from './tags'

export interface Codec<Value> {
  /** Whether the next tag begins such a value. */
  starts(reader: TagReader): boolean
  decode(reader: TagReader): Value
  encode(writer: TagWriter, value: Value): void
}

/** What a codec decodes to. */
export type Decoded<One> = One extends Codec<infer Value> ? Value : never

/** A primitive value with its application tag. */
export function application<Value>(type: PrimitiveType<Value>): Codec<Value> {
  return {
    starts: (reader) => reader.nextIsApplication(type.tag),
    decode: (reader) => type.decode(reader.application(type.tag).content),
    encode(writer, value) {
      writer.application(type.tag, type.encode(value))
    },
  }
}

/** A primitive value with a context tag. */
export function context<Value>(number: number, type: PrimitiveType<Value>): Codec<Value> {
  return {
    starts: (reader) => reader.nextIs('primitive', number),
    decode: (reader) => type.decode(reader.context(number)),
    encode(writer, value) {
      writer.context(number, type.encode(value))
    },
  }
}

/** A value between an opening and a closing tag. */
export function enclosed<Value>(number: number, inner: Codec<Value>): Codec<Value> {
  return {
    starts: (reader) => reader.nextIs('opening', number),
    decode(reader) {
      reader.open(number)
      const value = inner.decode(reader)
      reader.close(number)
      return value
    },
    encode(writer, value) {
      writer.open(number)
      inner.encode(writer, value)
      writer.close(number)
    },
  }
}

export function optional<Value>(inner: Codec<Value>): Codec<Value | undefined> {
  return {
    starts: () => true,
    decode: (reader) => (inner.starts(reader) ? inner.decode(reader) : undefined),
    encode(writer, value) {
      if (value !== undefined) inner.encode(writer, value)
    },
  }
}

type Fields = Readonly<Record<string, Codec<never> | Codec<unknown>>>
type Optional<All> = { [Key in keyof All]: undefined extends All[Key] ? Key : never }[keyof All]
type Flat<All> = { [Key in keyof All]: All[Key] }
type SequenceOf<All extends Fields> = Flat<
  { [Key in Exclude<keyof All, Optional<Values<All>>>]: Decoded<All[Key]> } & {
    [Key in Optional<Values<All>> & keyof All]?: Decoded<All[Key]>
  }
>
type Values<All extends Fields> = { [Key in keyof All]: Decoded<All[Key]> }

/** A SEQUENCE: fields in their order. Optional ones that are missing are left out. */
export function sequence<All extends Fields>(fields: All): Codec<SequenceOf<All>> {
  const entries = Object.entries(fields) as [string, Codec<unknown>][]
  const [, first] = entries[0] ?? []
  return {
    starts: (reader) => first?.starts(reader) ?? false,
    decode(reader) {
      const value: Record<string, unknown> = {}
      for (const [name, codec] of entries) {
        const field = codec.decode(reader)
        if (field !== undefined) value[name] = field
      }
      return value as SequenceOf<All>
    },
    encode(writer, value) {
      const all = value as Record<string, unknown>
      for (const [name, codec] of entries) codec.encode(writer, all[name])
    },
  }
}

type ChoiceOf<All extends Fields> = { [Key in keyof All]: { kind: Key; value: Decoded<All[Key]> } }[keyof All]

/** A CHOICE: the first alternative that the next tag begins. */
export function choice<All extends Fields>(alternatives: All): Codec<ChoiceOf<All>> {
  const entries = Object.entries(alternatives) as [string, Codec<unknown>][]
  return {
    starts: (reader) => entries.some(([, codec]) => codec.starts(reader)),
    decode(reader) {
      for (const [kind, codec] of entries) {
        if (codec.starts(reader)) return { kind, value: codec.decode(reader) } as ChoiceOf<All>
      }
      throw new DamagedFrame('none of the alternatives')
    },
    encode(writer, value) {
      const { kind, value: inner } = value as { kind: string; value: unknown }
      const codec = alternatives[kind] as Codec<unknown> | undefined
      if (!codec) throw new RangeError(`${kind} is none of the alternatives`)
      codec.encode(writer, inner)
    },
  }
}

/** A SEQUENCE OF: elements up to the closing tag around them, or to the end. */
export function series<Value>(element: Codec<Value>, maxCount?: number): Codec<Value[]> {
  return {
    starts: () => true,
    decode: (reader) => reader.list(() => element.decode(reader), maxCount),
    encode(writer, values) {
      for (const value of values) element.encode(writer, value)
    },
  }
}

/** Octets of whole values up to the closing tag around them, for a decoder that knows their type. */
export const rawValues: Codec<Uint8Array> = {
  starts: () => true,
  decode: (reader) => reader.raw(),
  encode(writer, value) {
    writer.raw(value)
  },
}

/** Returns what the octets say. Throws `DamagedFrame` also when octets are left over. */
export function decodeWhole<Value>(codec: Codec<Value>, octets: Uint8Array): Value {
  const reader = new TagReader(octets)
  const value = codec.decode(reader)
  if (!reader.isAtEnd) throw new DamagedFrame('octets after the last value')
  return value
}

export function encodeWhole<Value>(codec: Codec<Value>, value: Value): Uint8Array {
  const writer = new TagWriter()
  codec.encode(writer, value)
  return writer.octets()
}
