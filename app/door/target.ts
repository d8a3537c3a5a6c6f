/** Parses and checks the address of a request. */
import { withSmallUuids } from '#contracts/uuid'
import { paths } from '~/paths'
import { HttpError } from './http-error'

const maxPathLength = 2_000
const maxQueryLength = 8_000

/** Addresses that contain ids; those of the identity provider are passed as they are. */
const thingPath = /^\/tenants\//

/** Further query parameters with ids: of a page, and of its subject. */
const otherIdParameters = ['also', 'by', 'for', 'parent', 'place', 'under']

/** `siteId` and `site` for each id in an address. Other values are opaque: a cursor belongs to the backend. */
const idParameters = new Set([
  ...otherIdParameters,
  ...Object.values(paths).flatMap((path) =>
    [...path.matchAll(/:(\w+)Id\b/g)].flatMap(([, kind]) => [`${kind}Id`, `${kind}`]),
  ),
])

export interface RequestTarget {
  pathname: string
  /** With its question mark, or empty. */
  search: string
}

/**
 * Parses a request's target. Accepts only a path with an optional query: no absolute address, no `..`, no backslash,
 * no broken or control-character encoding, nothing longer than any address of the console. Removes NULs from the
 * query: no text that a person searches for has one. Lowercases UUIDs in the path of a thing and in id parameters.
 * Throws HttpError.
 */
export function readTarget(raw: string | undefined): RequestTarget {
  if (!raw?.startsWith('/') || raw.startsWith('//')) throw new HttpError('target')
  const mark = raw.indexOf('?')
  const pathname = mark === -1 ? raw : raw.slice(0, mark)
  const search = mark === -1 ? '' : raw.slice(mark)
  if (pathname.length > maxPathLength || search.length > maxQueryLength) throw new HttpError('target')
  if (!/^[\x21-\x7e]*$/.test(raw) || /[\\#]/.test(raw)) throw new HttpError('target')
  if (!isSafePath(pathname)) throw new HttpError('target')
  const target = { pathname, search: withoutNuls(search) }
  if (!thingPath.test(pathname)) return target
  return { pathname: withSmallUuids(pathname), search: withLowerCaseIds(target.search) }
}

function withLowerCaseIds(search: string): string {
  const words = search.slice(1).split('&')
  const lowerCase = words.map((word) =>
    idParameters.has(word.split('=', 1)[0] ?? '') ? withLowerCaseParts(word) : word,
  )
  return search && `?${lowerCase.join('&')}`
}

/** A UUID may also follow an encoded slash or comma. */
function withLowerCaseParts(word: string): string {
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
