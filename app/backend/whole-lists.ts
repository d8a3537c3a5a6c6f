/**
 * Bare lists, whole. Asked for without a page size a list is whole (domain §0). A backend that answers it in pages all
 * the same is followed, page after page, to a bound; that a list ended there is remembered, for whoever has to say it.
 */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { site } from '#contracts/site'
import { bareList, pagesOf } from './pages'
import type { Answer, Input } from './transport.server'

/** As many rows are put together from pages; one page may hold more. The specification reads one point among all of its controller. */
const mostRows = 2_000
const mostOf = new Map<ReadEndpoint, number>([[site.listDevicePoints, 20_000]])
/** Rows to a page that is asked for here. */
const pageSize = 200

const cut = new WeakSet<object>()

/** Whether there is more of a list than was read. */
export const isCutShort = (list: readonly unknown[]): boolean => cut.has(list)

/** What a call answers; of a list all rows, unless one page of it was asked for. */
export async function wholeReply<E extends ReadEndpoint>(
  endpoint: E,
  input: Input<E>,
  read: (input: Input<E>) => Promise<Answer<E>>,
): Promise<ReplyOf<E>> {
  const first = await read(input)
  const begun: unknown = first.reply
  if (!Array.isArray(begun) || first.continuationToken === null || asksForPage(input)) return first.reply
  const rows: unknown[] = [...begun]
  const most = mostOf.get(endpoint) ?? mostRows
  const size = takesPageSize(endpoint) ? { pageSize } : {}
  const after = (continuationToken: string | undefined) =>
    read({ ...input, query: { ...(input.query as object), ...size, continuationToken } as Input<E>['query'] })
  if (rows.length < most) {
    for await (const { page, isCut } of pagesOf(after, { ...bareList, from: first.continuationToken })) {
      rows.push(...(page.reply as readonly unknown[]))
      const isEnough = rows.length >= most && page.continuationToken !== null
      if (isCut || isEnough) {
        cut.add(rows)
        break
      }
    }
  } else cut.add(rows)
  return rows as ReplyOf<E>
}

function asksForPage<E extends ReadEndpoint>({ query }: Input<E>): boolean {
  const { pageSize, continuationToken } = (query ?? {}) as { pageSize?: unknown; continuationToken?: unknown }
  return pageSize !== undefined || continuationToken !== undefined
}

const takesPageSize = ({ query }: ReadEndpoint) => 'pageSize' in ((query as { shape?: object })?.shape ?? {})
