/** The address of a list as a form or the store has it: its view, its place and its filter. */
import { type PathName, paths } from '~/paths'
import { type Level, type ViewName, viewNames, views } from '~/views'
import { lookWords } from './look'
import { everywhere } from './not-understood'

export interface ListAddress {
  view: ViewName
  level: Level
  params: { tenantId?: string; customerId?: string }
  /** The path without its query. */
  list: string
  /** The filter and sort, without the question mark. */
  search: string
}

/** The maximum length of an address. */
const longest = 4_000

/** Parses a path with a query; null if it belongs to no view. */
export function listAddress(text: string): ListAddress | null {
  if (text.length > longest || !text.startsWith('/')) return null
  const [list = '', query = ''] = text.split(/\?(.*)/s, 2)
  const parts = partsIn(list)
  for (const { view, level, long, pattern } of addresses) {
    const found = long === parts ? pattern.exec(list) : null
    if (found) return { view, level, params: { ...found.groups }, list, search: narrowing(query) }
  }
  return null
}

const partsIn = (path: string) => path.split('/').length

/** The pattern of each view's path, with its number of segments. */
const addresses = viewNames.flatMap((view) =>
  (Object.entries(views[view].at) as [Level, PathName][]).map(([level, name]) => ({
    view,
    level,
    long: partsIn(paths[name]),
    pattern: new RegExp(`^${paths[name].replace(/:(\w+)/g, '(?<$1>[A-Za-z0-9._~%-]{1,200})')}$`),
  })),
)

/** Drops the cursor, the language and the display parameters, which are no part of a saved view. */
function narrowing(query: string): string {
  if (query === '') return ''
  const kept = [...new URLSearchParams(query)].filter(
    ([name, value]) => value !== '' && !everywhere.includes(name) && !(lookWords as readonly string[]).includes(name),
  )
  return new URLSearchParams(kept).toString()
}
