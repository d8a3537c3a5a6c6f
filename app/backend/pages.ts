/**
 * Follows the cursor of a list. Every loop over pages uses this one: it stops at a repeated cursor, after many empty
 * pages and at a maximum of pages, and yields to the event loop between pages, which may all be answered from memory.
 */
import { setImmediate as giveWay } from 'node:timers/promises'
import type { ServiceName } from '#contracts/endpoint'
import { ServiceError } from './service-error'

const mostPages = 2_500
const mostEmptyPages = 20

interface Steps<Page> {
  /** Returns the cursor of the next page. */
  next(page: Page): string | null | undefined
  /** Returns the number of rows of a page. */
  rows(page: Page): number
  /** The cursor to start at; the first page without one. */
  from?: string | undefined
}

/** For the envelope of the extensions. */
export const envelope: Steps<{ data: readonly unknown[]; continuationToken?: string | null }> = {
  next: ({ continuationToken }) => continuationToken,
  rows: ({ data }) => data.length,
}

/** For a bare list, whose cursor is in a header. */
export const bareList: Steps<{ reply: readonly unknown[]; continuationToken: string | null }> = {
  next: ({ continuationToken }) => continuationToken,
  rows: ({ reply }) => reply.length,
}

export interface Turned<Page> {
  page: Page
  /** The service names a further page that is not read: the list is incomplete. */
  isCut: boolean
}

/** Yields page after page, to the end or to one of the limits. */
export async function* pagesOf<Page>(
  read: (after: string | undefined) => Promise<Page>,
  { next: nextOf, rows, from }: Steps<NoInfer<Page>>,
): AsyncGenerator<Turned<Page>> {
  const passed = new Set([from])
  let after = from
  let emptyPages = 0
  for (;;) {
    const page = await read(after)
    const next = nextOf(page) || undefined
    emptyPages = rows(page) === 0 ? emptyPages + 1 : 0
    const isCut = next !== undefined && (passed.has(next) || passed.size >= mostPages || emptyPages > mostEmptyPages)
    yield { page, isCut }
    if (next === undefined || isCut) return
    passed.add(next)
    after = next
    await giveWay()
  }
}

/** Like `pagesOf`, where a part would mislead. Throws `ServiceError` when the list cannot be read to its end. */
export async function* wholePages<Page>(
  service: ServiceName,
  read: (after: string | undefined) => Promise<Page>,
  steps: Steps<NoInfer<Page>>,
): AsyncGenerator<Page> {
  for await (const { page, isCut } of pagesOf(read, steps)) {
    if (isCut) throw new ServiceError({ service, status: 502, trouble: 'endless' })
    yield page
  }
}
