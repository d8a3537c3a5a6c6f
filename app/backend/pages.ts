/**
 * Follows the cursor of a list. Every loop over pages uses this one: it stops at a repeated cursor, after many empty
 * pages and at a maximum of pages, and yields to the event loop between pages, which may all be answered from memory.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ServiceName } from '#contracts/endpoint'
import { ServiceError } from './service-error'

const maxPages = 2_500
const maxEmptyPages = 20

interface Paging<Page> {
  /** Returns the cursor of the next page. */
  next(page: Page): string | null | undefined
  /** Returns the number of rows of a page. */
  rows(page: Page): number
  /** The cursor to start at; the first page without one. */
  from?: string | undefined
}

/** For the envelope of the extensions. */
export const envelope: Paging<{ data: readonly unknown[]; continuationToken?: string | null }> = {
  next: ({ continuationToken }) => continuationToken,
  rows: ({ data }) => data.length,
}

/** For a bare list, whose cursor is in a header. */
export const bareList: Paging<{ reply: readonly unknown[]; continuationToken: string | null }> = {
  next: ({ continuationToken }) => continuationToken,
  rows: ({ reply }) => reply.length,
}

export interface ReadPage<Page> {
  page: Page
  /** The service names a further page that is not read: the list is incomplete. */
  isCut: boolean
}

/** Yields page after page, to the end or to one of the limits. */
export async function* pagesOf<Page>(
  read: (after: string | undefined) => Promise<Page>,
  { next: nextOf, rows, from }: Paging<NoInfer<Page>>,
): AsyncGenerator<ReadPage<Page>> {
  const visited = new Set([from])
  let after = from
  let emptyPages = 0
  for (;;) {
    const page = await read(after)
    const next = nextOf(page) || undefined
    emptyPages = rows(page) === 0 ? emptyPages + 1 : 0
    const isCut = next !== undefined && (visited.has(next) || visited.size >= maxPages || emptyPages > maxEmptyPages)
    yield { page, isCut }
    if (next === undefined || isCut) return
    visited.add(next)
    after = next
    await yieldToEventLoop()
  }
}

/** Like `pagesOf`, where a part would mislead. Throws `ServiceError` when the list cannot be read to its end. */
export async function* wholePages<Page>(
  service: ServiceName,
  read: (after: string | undefined) => Promise<Page>,
  paging: Paging<NoInfer<Page>>,
): AsyncGenerator<Page> {
  for await (const { page, isCut } of pagesOf(read, paging)) {
    if (isCut) throw new ServiceError({ service, status: 502, trouble: 'endless' })
    yield page
  }
}
