/** `href(name, params)` builds a URL, `address(name, params)` reads one. URLs are built, never typed. */
import type { NodeType } from '#contracts/scalars'
import { noGroup, type ParamsFor, type PathName, paths } from './paths'

/** Parameters of a query string; empty values are left out. */
export type QueryParams = Record<string, string | number | boolean | readonly string[] | null | undefined>

/** Returns the URL of a page. Extra params are ignored; a missing one throws, because a broken link is a bug. */
export function href<Name extends PathName>(name: Name, params: ParamsFor<Name>, search?: QueryParams): string {
  const values = params as Record<string, string | undefined>
  const { texts, keys } = partsOf(name)
  // Joined rather than appended: a text of many pieces would be copied once more when it is read.
  const pieces = [texts[0]]
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as string
    const value = values[key]
    const isAsItIs = value !== undefined && isPlain.test(value)
    if (value === undefined || !(isAsItIs || isId(value))) throw new Error(`missing ${key} for the address of ${name}`)
    pieces.push(isAsItIs ? value : encodeURIComponent(value), texts[at + 1])
  }
  const path = pieces.join('')
  return search ? path + query(search) : path
}

/** Ids that need no encoding: most do not, and a page of rows has hundreds. */
const isPlain = /^[\w-]{1,200}$/

/**
 * Returns a URL as a link of the page at `pathname` may have it: without the folder of the page where it is inside, with
 * steps up to the folder that both share elsewhere in the customer, and whole anywhere else.
 */
export function hrefFrom(pathname: string, to: string): string {
  const end = pathname.lastIndexOf('/') + 1
  let common = 0
  let depth = 0
  for (let at = 0; at < end && pathname[at] === to[at]; at += 1)
    if (pathname[at] === '/') {
      common = at + 1
      depth += 1
    }
  if (end === 1 || common === 0 || !/[\w%]/.test(to.charAt(common))) return to
  if (common === end) return to.slice(common)
  if (depth < sharedDepth) return to
  let steps = ''
  for (let at = common; at < end; at += 1) if (pathname[at] === '/') steps += '../'
  return steps + to.slice(common)
}

/** Slashes up to the end of `/tenants/…/customers/…/`. */
const sharedDepth = 5

interface PathParts {
  /** The text before, between and after the params. */
  texts: string[]
  keys: string[]
}

const parts = new Map<PathName, PathParts>()

/** Splits a path into texts and params, cached. */
function partsOf(name: PathName): PathParts {
  let cached = parts.get(name)
  if (!cached) {
    const pieces = paths[name].split(/:([A-Za-z]+)/)
    cached = { texts: pieces.filter((_, at) => at % 2 === 0), keys: pieces.filter((_, at) => at % 2 === 1) }
    parts.set(name, cached)
  }
  return cached
}

/**
 * Returns whether an id is valid in URLs of the console and of the services: no dot segments, no control characters, at
 * most 200 long.
 */
export function isId(value: string): boolean {
  return (
    value.length > 0 &&
    value.length <= 200 &&
    value !== '.' &&
    value !== '..' &&
    !/[\u0000-\u001f\u007f/\\]/.test(value)
  )
}

/** Returns a query string in the order of the object; `''` when no value is left. */
export function query(search: QueryParams | undefined): string {
  const pairs = new URLSearchParams()
  for (const key in search) {
    const value = search[key]
    if (value === null || value === undefined || value === '' || value === false) continue
    if (typeof value === 'object') for (const one of value) pairs.append(key, one)
    else pairs.set(key, String(value))
  }
  const text = pairs.toString()
  return text ? `?${text}` : ''
}

/** Returns the params of a matched URL as valid ids. Throws a 404 response for an invalid one. */
export function address<Name extends PathName>(
  name: Name,
  params: Record<string, string | undefined>,
): ParamsFor<Name> {
  const read: Record<string, string> = {}
  for (const key of partsOf(name).keys) {
    const value = params[key]
    if (value === undefined || !isId(value)) throw new Response(null, { status: 404 })
    read[key] = value
  }
  return read as ParamsFor<Name>
}

export interface Place {
  tenantId: string
  customerId: string
}

const paramOf = {
  group: 'groupId',
  site: 'siteId',
  building: 'buildingId',
  space: 'spaceId',
  device: 'deviceId',
  equipment: 'equipmentId',
  point: 'pointId',
} as const

/** A node of the tree or, below its controller, a point. */
type LinkedNode = { id: string; type: NodeType | 'point' }

/**
 * Returns the nested URL of a node from its ancestors (spec §3 `path`); null for kinds without a page, and when an
 * ancestor is unknown. A controller is also reachable by its id alone.
 */
export function nodeHref(
  place: Place,
  path: readonly LinkedNode[],
  node: LinkedNode,
  search?: QueryParams,
): string | null {
  // A project has no page of its own: its pages are shown at its site.
  if (node.type === 'project') return hrefWithin('siteDesigner', placeParams(place, path), search)
  // The list of points of the node above.
  if (node.type === 'points') {
    const above = path.at(-1)?.type
    if (above !== 'device' && above !== 'equipment') return null
    return hrefWithin(`${above}Points`, placeParams(place, path), search)
  }
  const kind = node.type as keyof typeof paramOf
  if (!(kind in paramOf)) return null
  const own = hrefWithin(kind, placeParams(place, [...path, node]), search)
  return own ?? (kind === 'device' ? href('deviceById', { ...place, deviceId: node.id }, search) : null)
}

/** Returns the URL, or null when one of its ancestors is unknown. */
function hrefWithin<Name extends PathName>(name: Name, params: Place, search?: QueryParams): string | null {
  const values = params as Place & Record<string, string>
  return partsOf(name).keys.every((key) => values[key]) ? href(name, params as ParamsFor<Name>, search) : null
}

/** Returns the URL params of a node below a customer; spaces are flat in URLs, so only the deepest one is used. */
export function placeParams(place: Place, path: readonly LinkedNode[]) {
  const params = { tenantId: '', customerId: '', groupId: noGroup } as Record<PlaceParam, string> & Place
  // Assigned and set by name: a spread with computed keys takes forty times as long, for each row of a list.
  Object.assign(params, place)
  params.groupId = noGroup
  for (const { type, id } of path) setParam(params, type, id)
  return params
}

type PlaceParam = (typeof paramOf)[keyof typeof paramOf]

function setParam(params: Record<PlaceParam, string>, type: LinkedNode['type'], id: string): void {
  switch (type) {
    case 'group':
      params.groupId = id
      break
    case 'site':
      params.siteId = id
      break
    case 'building':
      params.buildingId = id
      break
    case 'space':
      params.spaceId = id
      break
    case 'device':
      params.deviceId = id
      break
    case 'equipment':
      params.equipmentId = id
      break
    case 'point':
      params.pointId = id
      break
  }
}
