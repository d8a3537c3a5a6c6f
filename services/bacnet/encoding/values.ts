/** Application values of any type, as most properties have them. */
import { DamagedFrame } from '../octets'
import type { Codec } from './codec'
import { series } from './codec'
import {
  bitStringType,
  booleanType,
  characterStringType,
  dateType,
  doubleType,
  enumeratedType,
  nullType,
  objectIdType,
  octetStringType,
  type PrimitiveType,
  realType,
  signedType,
  timeType,
  unsignedType,
} from './primitives'

const types = {
  null: nullType,
  boolean: booleanType,
  unsigned: unsignedType,
  signed: signedType,
  real: realType,
  double: doubleType,
  octetString: octetStringType,
  characterString: characterStringType,
  bitString: bitStringType,
  enumerated: enumeratedType,
  date: dateType,
  time: timeType,
  objectId: objectIdType,
}
type Types = typeof types

/** A primitive value with the name of its type. */
export type Primitive = {
  [Name in keyof Types]: { type: Name; value: Types[Name] extends PrimitiveType<infer Value> ? Value : never }
}[keyof Types]

const byTag = new Map<number, [string, PrimitiveType<unknown>]>(
  Object.entries(types).map(([name, type]) => [type.tag, [name, type as PrimitiveType<unknown>]]),
)

/** One primitive value of whichever type. */
export const primitive: Codec<Primitive> = {
  starts: (reader) => reader.nextIsApplication(),
  decode(reader) {
    const { number, content } = reader.application()
    const [type, { decode }] = byTag.get(number) ?? unknownType(number)
    return { type, value: decode(content) } as Primitive
  },
  encode(writer, { type, value }) {
    const { tag, encode } = types[type] as PrimitiveType<unknown>
    writer.application(tag, encode(value))
  },
}

export const primitives: Codec<Primitive[]> = series(primitive)

function unknownType(number: number): never {
  throw new DamagedFrame(`a value of the reserved type ${number}`)
}
