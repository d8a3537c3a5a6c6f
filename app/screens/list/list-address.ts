/** The address of a list, as a form or the store names it: which view it is, of which place, and how it is narrowed. */
import { type PathName, paths } from '~/paths'
import { type Level, type ViewName, viewNames, views } from '~/views'
import { lookWords } from './look'
import { everywhere } from './not-understood'

export interface ListAddress {
  view: ViewName
  level: Level
  params: { tenantId?: string; customerId?: string }
  /** Without its query. */
  list: string
  /** What it is narrowed and sorted by, without its mark. */
  search: string
}

/** Characters of an address that are read at all. */
const longest = 4_000

/** Of a path with a query; null for anything that is no view of ours. */
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

/** Where each view stands, and how many parts its address has. */
const addresses = viewNames.flatMap((view) =>
  (Object.entries(views[view].at) as [Level, PathName][]).map(([level, name]) => ({
    view,
    level,
    long: partsIn(paths[name]),
    pattern: new RegExp(`^${paths[name].replace(/:(\w+)/g, '(?<$1>[A-Za-z0-9._~%-]{1,200})')}$`),
  })),
)

/** Where in the list somebody was, in which language and how it looks to them is no part of what a view shows. */
function narrowing(query: string): string {
  if (query === '') return ''
  const kept = [...new URLSearchParams(query)].filter(
    ([name, value]) => value !== '' && !everywhere.includes(name) && !(lookWords as readonly string[]).includes(name),
  )
  return new URLSearchParams(kept).toString()
}
