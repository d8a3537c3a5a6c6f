/** The views of a list for its reader: all rows, the preset views, and the saved views. */
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { TotalCount } from '~/domain/count'
import type { QueryParams } from '~/hrefs'
import { type FilterFields, type FilterOf, parseFilter } from './filter'
import { type ListAddress, listSearch } from './list-address'
import { columnParams } from './look'
import type { StoredList } from './stored-list.server'

/** The number of views that are counted, with one call each. */
const maxCounted = 8

interface ViewSource<F extends FilterFields, At> {
  fields: F
  presetViews?: Readonly<Record<string, QueryParams>> | ((reader: Reader) => Readonly<Record<string, QueryParams>>)
  count?(reader: Reader, query: { at: At; filter: FilterOf<F> }): Promise<TotalCount | null>
}

export interface ViewTab {
  /** The name of a preset view; null for a saved view. */
  key: string | null
  name: string | null
  /** Who shared the view with the customer; null for every other view. */
  sharedBy: string | null
  href: string
  isCurrent: boolean
  count: TotalCount | null
}

export interface Views {
  tabs: ViewTab[]
  /** The list without a filter. */
  all: Pick<ViewTab, 'href' | 'isCurrent'>
  /** The number of rows without a filter. */
  total: TotalCount | null
  /** Whether the current filter is not a view yet. */
  canSave: boolean
  hasOwn: boolean
}

/**
 * Returns the views; null if there is nothing to choose. `now` is the list with its current filter, sort and columns;
 * the preset views keep these columns.
 */
export async function loadViews<F extends FilterFields, At>(
  reader: Reader,
  { fields, presetViews = {}, count }: ViewSource<F, At>,
  {
    at,
    list,
    now,
    stored: { saved, shared },
    columns,
  }: {
    at: At
    list(search: QueryParams): string
    now: ListAddress
    stored: Pick<StoredList, 'saved' | 'shared'>
    columns: QueryParams
  },
): Promise<Views | null> {
  const own = saved.filter(({ name, search }) => shared.every((one) => one.name !== name || one.search !== search))
  const offered = [
    ...Object.entries(typeof presetViews === 'function' ? presetViews(reader) : presetViews).map(([key, search]) => ({
      key,
      name: null,
      sharedBy: null,
      href: list({ ...search, ...columns }),
    })),
    ...[...shared, ...own.map((one) => ({ ...one, author: null }))].map(({ name, search, author }) => ({
      key: null,
      name,
      sharedBy: author,
      href: search ? `${now.list}?${search}` : now.list,
    })),
  ]
  const whole = listSearch(list({}))
  const current = { exact: sortedSearch(now.search), rows: withoutColumns(now.search) }
  const isWhole = current.rows === withoutColumns(whole)
  if (offered.length === 0 && isWhole) return null
  const searches = offered.map(({ href }) => listSearch(href))
  const counts = await Promise.all([
    isWhole ? null : countMatches(''),
    ...searches.map((search, index) => (index < maxCounted ? countMatches(search) : null)),
  ])
  // A view with exactly these columns is the current one, otherwise those with the same rows.
  const same = searches.map((search) => sortedSearch(search) === current.exact)
  const isExact = same.includes(true) || (now.search === whole && isWhole)
  const sameRows = searches.map((search) => withoutColumns(search) === current.rows)
  const tabs = offered.map((tab, index) => ({
    ...tab,
    isCurrent: (isExact ? same : sameRows)[index] ?? false,
    count: counts[index + 1] ?? null,
  }))
  return {
    tabs,
    all: { href: list(columns), isCurrent: isWhole && !same.includes(true) },
    total: counts[0] ?? null,
    canSave: !isExact && (!isWhole || now.search !== whole),
    hasOwn: saved.length + shared.length > 0,
  }

  /** Returns null if the service is unavailable or refuses; the list itself reports the problem. */
  async function countMatches(search: string): Promise<TotalCount | null> {
    const params = new URLSearchParams(search)
    for (const name of ['sort', ...columnParams]) params.delete(name)
    if (!count || [...params.keys()].some((name) => !Object.hasOwn(fields, name))) return null
    return count(reader, { at, filter: parseFilter(params, fields) }).catch((error) => {
      if (error instanceof ServiceError || error instanceof Response) return null
      throw error
    })
  }
}

/** Returns the filter and the sort of a search, in a fixed order. */
function withoutColumns(search: string): string {
  if (search === '') return search
  const words = new URLSearchParams(search)
  for (const name of columnParams) words.delete(name)
  return sortedSearch(words.toString())
}

function sortedSearch(search: string): string {
  if (search === '') return search
  const words = new URLSearchParams(search)
  words.sort()
  return words.toString()
}
