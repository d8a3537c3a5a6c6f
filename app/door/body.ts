/** The body of a posted form, bounded before anything parses it. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal'

const largest = 1024 * 1024
/** A body refused for its size is read this far, so that the browser shows the page instead of a reset. */
const drained = 2 * largest
const mostFields = 2_000
const longestName = 200
const highestIndex = 999
const formType = 'application/x-www-form-urlencoded'

/** The form as it was posted. Throws Refusal for another content type, too much of anything, or broken encoding. */
export async function readForm(request: IncomingMessage): Promise<string> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== formType) {
    await drain(request)
    throw new Refusal('mediaType')
  }
  const bytes = await readAtMost(request)
  const text = utf8(bytes)
  checkFields(text)
  return text
}

async function readAtMost(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > largest) {
    await drain(request)
    throw new Refusal('bodyTooLarge')
  }
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request) {
    size += piece.length
    if (size <= largest) pieces.push(piece)
    if (size > drained) break
  }
  if (size > largest) throw new Refusal('bodyTooLarge')
  return Buffer.concat(pieces)
}

/** Reads on up to the bound and throws the bytes away. */
export async function drain(request: IncomingMessage): Promise<void> {
  let size = 0
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    size += piece.length
    if (size > drained) return
  }
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Refusal('form')
  }
}

/** Bounds that keep hostile names from costing time: count, length, list indexes, the names every object has. */
function checkFields(text: string): void {
  let fields = 0
  for (let start = 0; start <= text.length; fields++) {
    if (fields > mostFields) throw new Refusal('form')
    const end = text.indexOf('&', start)
    const stop = end === -1 ? text.length : end
    const equals = text.indexOf('=', start)
    checkName(text.slice(start, equals === -1 || equals > stop ? stop : equals))
    start = stop + 1
  }
  if (fields > mostFields) throw new Refusal('form')
  if (text.includes('%') && losesCharacters(text)) throw new Refusal('form')
}

function checkName(encoded: string): void {
  if (encoded.length > longestName * 9) throw new Refusal('form')
  const name = new URLSearchParams(`${encoded}=`).keys().next().value ?? ''
  if (name.length > longestName) throw new Refusal('form')
  if (/(?:^|[.[\]])(?:__proto__|constructor|prototype)(?:$|[.[\]])/.test(name)) throw new Refusal('form')
  for (const [, index] of name.matchAll(/\[(\d+)\]/g)) {
    if (index && Number(index) > highestIndex) throw new Refusal('form')
  }
}

/** Percent-encoded bytes that are no UTF-8 would be stored as something else than was sent. */
function losesCharacters(text: string): boolean {
  const replacements = (all: string) => all.split('\uFFFD').length
  const meant = text.split(/%EF%BF%BD/i).length + replacements(text) - 1
  return replacements(new URLSearchParams(text).toString().replaceAll(/%EF%BF%BD/g, '\uFFFD')) > meant
}
