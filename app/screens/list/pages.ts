/**
 * The paging links of a list that is read by cursor. Cursors only advance, so the address has those of the last few
 * pages; beyond them only the first page is linked.
 */
import type { Search } from '~/hrefs'

/** The position of a page in its list, parsed from the address. */
export interface PageAt {
  after: string | undefined
  /** The number of its first row; null if unknown. */
  from: number | null
  /** The cursors of the pages before it, nearest last; empty on the first page. */
  back: readonly string[]
}

/** The maximum number of previous cursors, and their maximum total length. */
const mostBack = 5
const longestBack = 1_500

export function pageIn(given: URLSearchParams): PageAt {
  const after = given.get('after')?.slice(0, 2_000) || undefined
  if (after === undefined) return { after, from: 1, back: [] }
  const from = /^[1-9]\d{0,8}$/.exec(given.get('row') ?? '')?.[0]
  return { after, from: from === undefined ? null : Number(from), back: bounded(given.getAll('back').filter(Boolean)) }
}

/** Returns the links around a page of `rowCount` rows. */
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
