/** Primitive values (clause 20.2.2 to 20.2.14): their content, without the tag. */
import { DamagedFrame, OctetReader } from '../octets'
import { type CharacterString, decodeCharacterString, encodeCharacterString } from './character-string'

/** An object of a device: the number of its type, and its instance. */
export interface ObjectId {
  type: number
  instance: number
}

/** Returns the key of an object among those of its device. */
export const objectKey = ({ type, instance }: ObjectId): string => `${type}:${instance}`

/** Null stands for "any". Month 13 is the odd months, 14 the even ones; day 32 is the last, 33 the odd, 34 the even days. */
export interface BacnetDate {
  year: number | null
  month: number | null
  day: number | null
  /** 1 is Monday. */
  weekday: number | null
}

/** Null stands for "any". */
export interface BacnetTime {
  hour: number | null
  minute: number | null
  second: number | null
  hundredths: number | null
}

/** The content of one type of value, and the application tag that names the type. */
export interface PrimitiveType<Value> {
  tag: number
  decode(content: Uint8Array): Value
  encode(value: Value): Uint8Array
}

export const maxInstance = 4_194_303

export const nullType: PrimitiveType<null> = {
  tag: 0,
  decode(content) {
    requireLength(content, 0)
    return null
  },
  encode: () => new Uint8Array(0),
}

export const booleanType: PrimitiveType<boolean> = {
  tag: 1,
  decode(content) {
    requireLength(content, 1)
    return content[0] !== 0
  },
  encode: (value) => Uint8Array.of(value ? 1 : 0),
}

/** Values above 2^53 lose their lowest digits. */
export const unsignedType: PrimitiveType<number> = {
  tag: 2,
  decode(content) {
    requireLength(content, 1, 8)
    return content.reduce((sum, octet) => sum * 256 + octet, 0)
  },
  encode(value) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no unsigned number`)
    return bigEndian(BigInt(value), 1)
  },
}

export const signedType: PrimitiveType<number> = {
  tag: 3,
  decode(content) {
    requireLength(content, 1, 8)
    const start = (content[0] ?? 0) >= 128 ? -1 : 0
    return content.reduce((sum, octet) => sum * 256 + octet, start)
  },
  encode(value) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no signed number`)
    for (let length = 1; ; length++) {
      const half = 2 ** (8 * length - 1)
      if (value >= -half && value < half) {
        return bigEndian(BigInt.asUintN(8 * length, BigInt(value)), length)
      }
    }
  },
}

export const realType: PrimitiveType<number> = {
  tag: 4,
  decode(content) {
    requireLength(content, 4)
    return viewOf(content).getFloat32(0)
  },
  encode(value) {
    const octets = new Uint8Array(4)
    viewOf(octets).setFloat32(0, value)
    return octets
  },
}

export const doubleType: PrimitiveType<number> = {
  tag: 5,
  decode(content) {
    requireLength(content, 8)
    return viewOf(content).getFloat64(0)
  },
  encode(value) {
    const octets = new Uint8Array(8)
    viewOf(octets).setFloat64(0, value)
    return octets
  },
}

export const octetStringType: PrimitiveType<Uint8Array> = {
  tag: 6,
  decode: (content) => content.slice(),
  encode: (value) => value,
}

export const characterStringType: PrimitiveType<CharacterString> = {
  tag: 7,
  decode: decodeCharacterString,
  encode: ({ text, unreadable }) =>
    unreadable ? Uint8Array.of(unreadable.charset, ...unreadable.octets) : encodeCharacterString(text),
}

/** The bits in the order of the standard: bit 0 first. */
export const bitStringType: PrimitiveType<boolean[]> = {
  tag: 8,
  decode(content) {
    const unused = content[0]
    const count = (content.length - 1) * 8 - (unused ?? 0)
    if (unused === undefined || unused > 7 || count < 0) throw new DamagedFrame('a bit string with a wrong length')
    return Array.from({ length: count }, (_, index) => ((content[1 + (index >> 3)] ?? 0) & (0x80 >> (index & 7))) !== 0)
  },
  encode(bits) {
    const octets = new Uint8Array(1 + Math.ceil(bits.length / 8))
    octets[0] = (octets.length - 1) * 8 - bits.length
    for (const [index, bit] of bits.entries()) {
      const at = 1 + (index >> 3)
      if (bit) octets[at] = (octets[at] ?? 0) | (0x80 >> (index & 7))
    }
    return octets
  },
}

export const enumeratedType: PrimitiveType<number> = { ...unsignedType, tag: 9 }

export const dateType: PrimitiveType<BacnetDate> = {
  tag: 10,
  decode(content) {
    requireLength(content, 4)
    const [year, month, day, weekday] = content
    return {
      year: year === anyOctet || year === undefined ? null : 1900 + year,
      month: orAny(month, 1, 14),
      day: orAny(day, 1, 34),
      weekday: orAny(weekday, 1, 7),
    }
  },
  encode: ({ year, month, day, weekday }) =>
    Uint8Array.of(year === null ? anyOctet : year - 1900, month ?? anyOctet, day ?? anyOctet, weekday ?? anyOctet),
}

export const timeType: PrimitiveType<BacnetTime> = {
  tag: 11,
  decode(content) {
    requireLength(content, 4)
    const [hour, minute, second, hundredths] = content
    return {
      hour: orAny(hour, 0, 23),
      minute: orAny(minute, 0, 59),
      second: orAny(second, 0, 59),
      hundredths: orAny(hundredths, 0, 99),
    }
  },
  encode: ({ hour, minute, second, hundredths }) =>
    Uint8Array.of(hour ?? anyOctet, minute ?? anyOctet, second ?? anyOctet, hundredths ?? anyOctet),
}

export const objectIdType: PrimitiveType<ObjectId> = {
  tag: 12,
  decode(content) {
    requireLength(content, 4)
    const whole = new OctetReader(content).uint32()
    return { type: Math.floor(whole / 4_194_304), instance: whole % 4_194_304 }
  },
  encode({ type, instance }) {
    if (type > 1023 || instance > maxInstance) throw new RangeError(`${type}:${instance} is no object identifier`)
    const octets = new Uint8Array(4)
    viewOf(octets).setUint32(0, type * 4_194_304 + instance)
    return octets
  },
}

const anyOctet = 255

function orAny(octet: number | undefined, low: number, high: number): number | null {
  if (octet === anyOctet || octet === undefined) return null
  if (octet < low || octet > high) throw new DamagedFrame(`${octet} is no part of a date or time`)
  return octet
}

function requireLength(content: Uint8Array, low: number, high = low): void {
  if (content.length < low || content.length > high) throw new DamagedFrame(`a value of ${content.length} octets`)
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array) => new DataView(buffer, byteOffset, length)

function bigEndian(whole: bigint, minLength: number): Uint8Array {
  const digits = whole.toString(16)
  const length = Math.max(minLength, Math.ceil(digits.length / 2))
  return new Uint8Array(Buffer.from(digits.padStart(length * 2, '0'), 'hex'))
}
