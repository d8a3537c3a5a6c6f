/** The address of a list as a form or the store has it: its view, its place and its filter. */
import { type PathName, paths } from '~/paths'
import { type ViewLevel, type ViewName, viewNames, views } from '~/views'
import { sizeParams } from './look'
import { globalParams } from './unknown-params'

export interface ListAddress {
  view: ViewName
  level: ViewLevel
  params: { tenantId?: string; customerId?: string }
  /** The path without its query. */
  list: string
  /** The filter, sort and columns, without the question mark. */
  search: string
}

/** The maximum length of an address. */
const maxAddressLength = 4_000

/** Parses a path with a query; null if it belongs to no view. */
export function parseListAddress(text: string): ListAddress | null {
  if (text.length > maxAddressLength || !text.startsWith('/')) return null
  const [list = ''] = text.split('?', 1)
  const segments = list.split('/')
  for (const { view, level, segmentCount, end, pattern } of addresses) {
    // Few views end as this address does: the others need no pattern.
    if (segmentCount !== segments.length || (end !== null && end !== segments.at(-1))) continue
    const match = pattern.exec(list)
    if (match) return { view, level, params: { ...match.groups }, list, search: listSearch(text) }
  }
  return null
}

/** The pattern of each view's path, with its number of segments and its last one, null for an id. */
const addresses = viewNames.flatMap((view) =>
  (Object.entries(views[view].at) as [ViewLevel, PathName][]).map(([level, name]) => {
    const segments = paths[name].split('/')
    const [end = ''] = segments.slice(-1)
    return {
      view,
      level,
      segmentCount: segments.length,
      end: end.startsWith(':') ? null : end,
      pattern: new RegExp(`^${paths[name].replace(/:(\w+)/g, '(?<$1>[A-Za-z0-9._~%-]{1,200})')}$`),
    }
  }),
)

/**
 * Returns the search of an address without the cursor, the language and the page size, which are no part of a saved
 * view; its columns are.
 */
export function listSearch(address: string): string {
  const [, query = ''] = address.split(/\?(.*)/s, 2)
  if (query === '') return ''
  const relevant = [...new URLSearchParams(query)].filter(
    ([name, value]) =>
      value !== '' && !globalParams.includes(name) && !(sizeParams as readonly string[]).includes(name),
  )
  return new URLSearchParams(relevant).toString()
}
