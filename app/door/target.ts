/** The address of a request, before anything believes it. */
import { withSmallUuids } from '#contracts/uuid'
import { paths } from '~/paths'
import { Refusal } from './refusal'

const longestPath = 2_000
const longestQuery = 8_000

/** Where ids of things stand in an address; a word of the identity provider is taken as it is. */
const isOfThing = /^\/tenants\//

/** Words of a query whose values are ids beside those that are parts of addresses: of a page and of what it is about. */
const otherIdWords = ['also', 'by', 'for', 'parent', 'place', 'under']

/** `siteId` and `site` for each part of an address that is an id. All other values are opaque: a cursor is the backend's. */
const idWords = new Set([
  ...otherIdWords,
  ...Object.values(paths).flatMap((path) =>
    [...path.matchAll(/:(\w+)Id\b/g)].flatMap(([, kind]) => [`${kind}Id`, `${kind}`]),
  ),
])

export interface Target {
  pathname: string
  /** With its question mark, or empty. */
  search: string
}

/**
 * Reads a request's target. Only a path with an optional query is taken: no absolute address, no `..`, no
 * backslash, no broken or control-character encoding, nothing longer than any address of the console. NULs are left out
 * of the query: no text that anybody searches has one. The UUIDs of a thing's address, and those that are ids in its
 * query, are the same ones in capitals.
 */
export function readTarget(raw: string | undefined): Target {
  if (!raw?.startsWith('/') || raw.startsWith('//')) throw new Refusal('target')
  const mark = raw.indexOf('?')
  const pathname = mark === -1 ? raw : raw.slice(0, mark)
  const search = mark === -1 ? '' : raw.slice(mark)
  if (pathname.length > longestPath || search.length > longestQuery) throw new Refusal('target')
  if (!/^[\x21-\x7e]*$/.test(raw) || /[\\#]/.test(raw)) throw new Refusal('target')
  if (!isSafePath(pathname)) throw new Refusal('target')
  const target = { pathname, search: withoutNuls(search) }
  if (!isOfThing.test(pathname)) return target
  return { pathname: withSmallUuids(pathname), search: withSmallIds(target.search) }
}

function withSmallIds(search: string): string {
  const words = search.slice(1).split('&')
  const small = words.map((word) => (idWords.has(word.split('=', 1)[0] ?? '') ? withSmallParts(word) : word))
  return search && `?${small.join('&')}`
}

/** A UUID stands by itself after an encoded slash or comma, too. */
function withSmallParts(word: string): string {
  return word
    .split(/(%[\da-f]{2})/i)
    .map((part, at) => (at % 2 === 0 ? withSmallUuids(part) : part))
    .join('')
}

/** Returns a query without `%00`, in one pass: none is left where the characters around one would be another. */
function withoutNuls(search: string): string {
  if (!search.includes('%00')) return search
  const rest: string[] = []
  for (const letter of search) {
    rest.push(letter)
    if (letter === '0' && rest.at(-2) === '0' && rest.at(-3) === '%') rest.length -= 3
  }
  return rest.join('')
}

function isSafePath(pathname: string): boolean {
  const plain = decoded(pathname)
  if (plain === null || hasControlCharacter(plain) || plain.includes('\\')) return false
  return !plain.split('/').some((segment) => segment === '..' || segment === '.')
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function hasControlCharacter(text: string): boolean {
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}
