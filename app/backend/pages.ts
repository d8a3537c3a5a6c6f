/**
 * Lists that a cursor leads through. Every loop over pages is this one: it ends at a cursor that was there before, at
 * many pages without a row and at a bound, and gives way to everybody else between two pages, which may both be
 * answered from memory.
 */
import { setImmediate as giveWay } from 'node:timers/promises'
import type { ServiceName } from '#contracts/endpoint'
import { ServiceError } from './service-error'

const mostPages = 2_500
const mostEmptyPages = 20

interface Steps<Page> {
  /** What leads to the page after this one. */
  next(page: Page): string | null | undefined
  /** How many rows a page has. */
  rows(page: Page): number
  /** Where to begin; at the beginning unless given. */
  from?: string | undefined
}

/** The steps of the envelope that extensions answer with. */
export const envelope: Steps<{ data: readonly unknown[]; continuationToken?: string | null }> = {
  next: ({ continuationToken }) => continuationToken,
  rows: ({ data }) => data.length,
}

/** The steps of a bare list, whose cursor stands in a header. */
export const bareList: Steps<{ reply: readonly unknown[]; continuationToken: string | null }> = {
  next: ({ continuationToken }) => continuationToken,
  rows: ({ reply }) => reply.length,
}

export interface Turned<Page> {
  page: Page
  /** The last page that is read, though the service names another: the list is not whole. */
  isCut: boolean
}

/** Page after page, to the end or to where going on leads nowhere. */
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

/** As `pagesOf`, where a part would mislead: a list that cannot be read to its end is trouble of its service. */
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
