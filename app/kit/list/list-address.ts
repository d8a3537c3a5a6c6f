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
  const [list = '', query = ''] = text.split(/\?(.*)/s, 2)
  const segments = countSegments(list)
  for (const { view, level, segmentCount, pattern } of addresses) {
    const match = segmentCount === segments ? pattern.exec(list) : null
    if (match) return { view, level, params: { ...match.groups }, list, search: filterSearch(query) }
  }
  return null
}

const countSegments = (path: string) => path.split('/').length

/** The pattern of each view's path, with its number of segments. */
const addresses = viewNames.flatMap((view) =>
  (Object.entries(views[view].at) as [ViewLevel, PathName][]).map(([level, name]) => ({
    view,
    level,
    segmentCount: countSegments(paths[name]),
    pattern: new RegExp(`^${paths[name].replace(/:(\w+)/g, '(?<$1>[A-Za-z0-9._~%-]{1,200})')}$`),
  })),
)

/** Drops the cursor, the language and the page size, which are no part of a saved view; its columns are. */
function filterSearch(query: string): string {
  if (query === '') return ''
  const relevant = [...new URLSearchParams(query)].filter(
    ([name, value]) =>
      value !== '' && !globalParams.includes(name) && !(sizeParams as readonly string[]).includes(name),
  )
  return new URLSearchParams(relevant).toString()
}
