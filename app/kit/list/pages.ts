/**
 * The paging links of a list that is read by cursor. Cursors only advance, so the address has those of the last few
 * pages; beyond them only the first page is linked.
 */
import type { QueryParams } from '~/hrefs'

/** The position of a page in its list, parsed from the address. */
export interface PagePosition {
  after: string | undefined
  /** The number of its first row; null if unknown. */
  from: number | null
  /** The cursors of the pages before it, nearest last; empty on the first page. */
  previous: readonly string[]
}

/** The maximum number of previous cursors, and their maximum total length. */
const maxPrevious = 5
const maxPreviousLength = 1_500

export function parsePage(params: URLSearchParams): PagePosition {
  const after = params.get('after')?.slice(0, 2_000) || undefined
  if (after === undefined) return { after, from: 1, previous: [] }
  const from = /^[1-9]\d{0,8}$/.exec(params.get('row') ?? '')?.[0]
  return {
    after,
    from: from === undefined ? null : Number(from),
    previous: limitCursors(params.getAll('back').filter(Boolean)),
  }
}

/** Returns the links around a page of `rowCount` rows. */
export function linksAround(
  { after, from, previous }: PagePosition,
  { rowCount, pageSize, next }: { rowCount: number; pageSize: number; next: string | null | undefined },
  list: (search: QueryParams) => string,
) {
  const before = from === null ? null : Math.max(1, from - pageSize)
  const nearest = previous.at(-1)
  return {
    first: after ? list({}) : null,
    previous: !after
      ? null
      : nearest !== undefined
        ? list({ after: nearest, row: before, back: previous.slice(0, -1) })
        : before === 1
          ? list({})
          : null,
    next: next
      ? list({ after: next, row: from && from + rowCount, back: limitCursors(after ? [...previous, after] : []) })
      : null,
  }
}

function limitCursors(cursors: readonly string[]): string[] {
  const limited = cursors.slice(-maxPrevious)
  while (limited.join('').length > maxPreviousLength) limited.shift()
  return limited
}
