/** Character strings (clause 20.2.9): UTF-8, UCS-4, UCS-2 and ISO 8859-1; others are kept as octets. */
import { DamagedFrame } from '../octets'

export const charsets = { utf8: 0, dbcs: 1, jisX0208: 2, ucs4: 3, ucs2: 4, latin1: 5 } as const

/** A longer string is cut: no name or description of a device is as long. */
const maxOctets = 65_536

export interface CharacterString {
  text: string
  /** The number of a character set that cannot be read, with the octets as they were; the text then has the ASCII ones. */
  unreadable?: { charset: number; octets: Uint8Array }
}

/** Returns the text of a string's content. Octets that are not UTF-8, as older devices send, are read as ISO 8859-1. */
export function decodeCharacterString(content: Uint8Array): CharacterString {
  const charset = content[0]
  if (charset === undefined) throw new DamagedFrame('a character string without a character set')
  const octets = content.subarray(1, 1 + maxOctets)
  switch (charset) {
    case charsets.utf8:
      return { text: utf8Text(octets) }
    case charsets.latin1:
      return { text: latin1Text(octets) }
    case charsets.ucs2:
      return { text: wideText(octets, 2) }
    case charsets.ucs4:
      return { text: wideText(octets, 4) }
    default:
      return { text: asciiText(octets), unreadable: { charset, octets: octets.slice() } }
  }
}

export function encodeCharacterString(text: string, charset: number = charsets.utf8): Uint8Array {
  return Uint8Array.of(charset, ...encodedText(text, charset))
}

function encodedText(text: string, charset: number): Uint8Array {
  if (charset === charsets.utf8) return Buffer.from(text, 'utf8')
  if (charset === charsets.latin1) return Buffer.from(text, 'latin1')
  if (charset === charsets.ucs2) return Buffer.from(text, 'utf16le').swap16()
  if (charset !== charsets.ucs4) throw new RangeError(`no encoder for the character set ${charset}`)
  const octets = Buffer.alloc([...text].length * 4)
  for (const [index, character] of [...text].entries()) octets.writeUInt32BE(character.codePointAt(0) ?? 0, index * 4)
  return octets
}

function utf8Text(octets: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)
  } catch {
    return latin1Text(octets)
  }
}

const latin1Text = (octets: Uint8Array) => Buffer.from(octets).toString('latin1')

const asciiText = (octets: Uint8Array) =>
  Array.from(octets, (octet) => (octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : '?')).join('')

/** Returns the text of characters of two or four octets; what is left at the end is dropped. */
function wideText(octets: Uint8Array, width: 2 | 4): string {
  const view = Buffer.from(octets.buffer, octets.byteOffset, octets.length)
  const characters: string[] = []
  for (let at = 0; at + width <= view.length; at += width) {
    const code = width === 2 ? view.readUInt16BE(at) : view.readUInt32BE(at)
    characters.push(code > 0x10ffff ? '\ufffd' : width === 2 ? String.fromCharCode(code) : String.fromCodePoint(code))
  }
  return characters.join('')
}
