/** Decodes the body of a reply: compression, character encoding, JSON. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

export type RawHeaders = Record<string, string | string[] | undefined>

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  /** With or without a zlib header: some services omit it. */
  deflate: async (bytes: Buffer, options: { maxOutputLength: number }) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? promisify(inflate)(bytes, options) : promisify(inflateRaw)(bytes, options),
} as const

/**
 * Returns the JSON of a reply, undefined where it is none, and its text. Throws when the decoded body exceeds
 * `maxBytes`.
 */
export async function readJson(
  encoded: Buffer,
  headers: RawHeaders,
  maxBytes: number,
): Promise<{ json: unknown; text: string }> {
  const bytes = await decode(encoded, headers, maxBytes)
  const text = bytes ? textOf(bytes, headers) : ''
  return { json: parseJson(text), text }
}

async function decode(encoded: Buffer, headers: RawHeaders, maxBytes: number): Promise<Buffer | undefined> {
  let bytes = encoded
  const codings = String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
  for (const coding of codings.map((one) => one.trim()).reverse()) {
    const work = decoders[coding as keyof typeof decoders]
    if (!work || bytes.length === 0) continue
    try {
      bytes = await work(bytes, { maxOutputLength: maxBytes })
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw error
      return undefined
    }
  }
  return bytes
}

/** Decodes by the byte order mark, else the charset of the header, else UTF-8. */
function textOf(bytes: Buffer, headers: RawHeaders): string {
  const [, charset = 'utf-8'] = /charset="?([\w.:-]+)/i.exec(String(headers['content-type'] ?? '')) ?? []
  const [first, second] = bytes
  const mark =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  // A UTF-8 byte order mark wins over the header.
  const isUtf8 = first === 0xef && second === 0xbb && bytes[2] === 0xbf
  return decoder(isUtf8 ? 'utf-8' : (mark ?? charset)).decode(bytes)
}

function decoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

/** Replaces numbers that JSON cannot express by null. An unterminated text extends to the end of the reply. */
const nonFiniteNumbers = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/g

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (!/NaN|Infinity/.test(text)) return undefined
  }
  try {
    return JSON.parse(text.replace(nonFiniteNumbers, (match) => (match.startsWith('"') ? match : 'null')))
  } catch {
    return undefined
  }
}
