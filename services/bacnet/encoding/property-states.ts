/** `BACnetPropertyStates`: a state of one of many enumerations, each with a context tag of its own. */
import { DamagedFrame } from '../octets'
import type { Codec } from './codec'
import { booleanType, signedType, unsignedType } from './primitives'

/** The context tag says which enumeration the value belongs to: 0 boolean, 1 binary, 11 unsigned, 41 signed, and so on. */
export interface PropertyState {
  enumeration: number
  value: number
}

const booleanState = 0
const signedState = 41

export const propertyState: Codec<PropertyState> = {
  starts(reader) {
    const tag = reader.peek()
    return tag !== undefined && tag.isContext && tag.shape === 'primitive'
  },
  decode(reader) {
    const enumeration = reader.peek()?.number
    if (enumeration === undefined) throw new DamagedFrame('no state')
    const content = reader.context(enumeration)
    if (enumeration === booleanState) return { enumeration, value: booleanType.decode(content) ? 1 : 0 }
    return { enumeration, value: (enumeration === signedState ? signedType : unsignedType).decode(content) }
  },
  encode(writer, { enumeration, value }) {
    writer.context(enumeration, (enumeration === signedState ? signedType : unsignedType).encode(value))
  },
}
