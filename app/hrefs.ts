/** `href(name, params)` writes an address, `address(name, params)` reads one. Addresses are built, never typed. */
import type { NodeType } from '#contracts/scalars'
import { noGroup, type ParamsFor, type PathName, paths } from './paths'

/** What may stand in the query string of an address; empty values are left out. */
export type Search = Record<string, string | number | boolean | readonly string[] | null | undefined>

/** The address of a page. Extra params are ignored, a missing one throws: a link to nowhere is our mistake. */
export function href<Name extends PathName>(name: Name, params: ParamsFor<Name>, search?: Search): string {
  const given = params as Record<string, string | undefined>
  const { texts, keys } = partsOf(name)
  let path = texts[0] as string
  let at = 0
  for (const key of keys) {
    const value = given[key]
    const isAsItIs = value !== undefined && isPlain.test(value)
    if (value === undefined || !(isAsItIs || isId(value))) throw new Error(`no ${key} for the address ${name}`)
    at += 1
    path += (isAsItIs ? value : encodeURIComponent(value)) + texts[at]
  }
  return search ? path + query(search) : path
}

/** An id that is written in an address as it is: most are, and a page of rows has hundreds. */
const isPlain = /^[\w-]{1,200}$/

interface Parts {
  /** What stands before, between and after the params. */
  texts: string[]
  keys: string[]
}

const parts = new Map<PathName, Parts>()

/** A path taken apart, once. */
function partsOf(name: PathName): Parts {
  let found = parts.get(name)
  if (!found) {
    const pieces = paths[name].split(/:([A-Za-z]+)/)
    found = { texts: pieces.filter((_, at) => at % 2 === 0), keys: pieces.filter((_, at) => at % 2 === 1) }
    parts.set(name, found)
  }
  return found
}

/** Ids stand in addresses of ours and of the services: no dot segments, no control characters, at most 200 long. */
export function isId(value: string): boolean {
  return (
    value.length > 0 &&
    value.length <= 200 &&
    value !== '.' &&
    value !== '..' &&
    !/[\u0000-\u001f\u007f/\\]/.test(value)
  )
}

/** Writes a query string in the order given; `''` where nothing is left. */
export function query(search: Search | undefined): string {
  const written = new URLSearchParams()
  for (const key in search) {
    const value = search[key]
    if (value === null || value === undefined || value === '' || value === false) continue
    if (typeof value === 'object') for (const one of value) written.append(key, one)
    else written.set(key, String(value))
  }
  const text = written.toString()
  return text ? `?${text}` : ''
}

/** The params of a matched address, proved to be ids; a bad one is a 404. */
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
 * The nested address of a node from its ancestors (spec §3 `path`) and itself; null for kinds without a page, and where
 * an ancestor is not known. A controller is found by its id alone.
 */
export function nodeHref(place: Place, path: readonly LinkedNode[], node: LinkedNode, search?: Search): string | null {
  // A project has no page of its own: its pages are shown at its site.
  if (node.type === 'project') return hrefWithin('siteDesigner', placeParams(place, path), search)
  // All points of what stands above them.
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

/** The address, where every ancestor that stands in it is known. */
function hrefWithin<Name extends PathName>(name: Name, params: Place, search?: Search): string | null {
  const given = params as Place & Record<string, string>
  return partsOf(name).keys.every((key) => given[key]) ? href(name, params as ParamsFor<Name>, search) : null
}

/** The address params of a node below a customer; spaces are flat, so the deepest one stands for all. */
export function placeParams(place: Place, path: readonly LinkedNode[]) {
  const params: Record<string, string> = { ...place, groupId: noGroup }
  for (const node of path) {
    const key = paramOf[node.type as keyof typeof paramOf]
    if (key) params[key] = node.id
  }
  return params as Record<(typeof paramOf)[keyof typeof paramOf], string> & Place
}
