/**
 * The way through a list that is read by cursor, on and back. Cursors lead on alone, so that an address carries those of
 * the last few pages; from further in only the first page is offered besides.
 */
import type { Search } from '~/hrefs'

/** Where in its list a page stands, as its address says. */
export interface PageAt {
  after: string | undefined
  /** The number of its first row; null where nobody can say. */
  from: number | null
  /** The cursors of the pages before it, the nearest last; the first page has none. */
  back: readonly string[]
}

/** So many pages back, and so long may their cursors be together. */
const mostBack = 5
const longestBack = 1_500

export function pageIn(given: URLSearchParams): PageAt {
  const after = given.get('after')?.slice(0, 2_000) || undefined
  if (after === undefined) return { after, from: 1, back: [] }
  const from = /^[1-9]\d{0,8}$/.exec(given.get('row') ?? '')?.[0]
  return { after, from: from === undefined ? null : Number(from), back: bounded(given.getAll('back').filter(Boolean)) }
}

/** Where the links around a page of `shown` rows lead. */
export function linksAround(
  { after, from, back }: PageAt,
  { shown, pageSize, next }: { shown: number; pageSize: number; next: string | null | undefined },
  list: (search: Search) => string,
) {
  const before = from === null ? null : Math.max(1, from - pageSize)
  const nearest = back.at(-1)
  return {
    first: after ? list({}) : null,
    previous: !after
      ? null
      : nearest !== undefined
        ? list({ after: nearest, row: before, back: back.slice(0, -1) })
        : before === 1
          ? list({})
          : null,
    next: next ? list({ after: next, row: from && from + shown, back: bounded(after ? [...back, after] : []) }) : null,
  }
}

function bounded(back: readonly string[]): string[] {
  const kept = back.slice(-mostBack)
  while (kept.join('').length > longestBack) kept.shift()
  return kept
}
