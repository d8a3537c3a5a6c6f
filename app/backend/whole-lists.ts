/**
 * Reads bare lists whole. Without a page size a list is whole (domain §0); a backend that pages it all the same is
 * followed to a limit, and `isCutShort` reports a list that ended there.
 */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { site } from '#contracts/site'
import { bareList, pagesOf } from './pages'
import type { Input, ServiceAnswer } from './transport.server'

/**
 * Maximum of rows collected from pages; a single page may have more. The specification reads a point from the list of
 * its controller's points.
 */
const maxRows = 2_000
const maxRowsOf = new Map<ReadEndpoint, number>([[site.listDevicePoints, 20_000]])
/** Rows per page when following pages. */
const pageSize = 200

const cut = new WeakSet<object>()

/** Returns whether the list was cut at the limit. */
export const isCutShort = (list: readonly unknown[]): boolean => cut.has(list)

/** Returns the reply; a list with all rows, unless the input requests one page of it. */
export async function wholeReply<E extends ReadEndpoint>(
  endpoint: E,
  input: Input<E>,
  read: (input: Input<E>) => Promise<ServiceAnswer<E>>,
): Promise<ReplyOf<E>> {
  const first = await read(input)
  const firstRows: unknown = first.reply
  if (!Array.isArray(firstRows) || first.continuationToken === null || requestsPage(input)) return first.reply
  const rows: unknown[] = [...firstRows]
  const maxOfList = maxRowsOf.get(endpoint) ?? maxRows
  const size = acceptsPageSize(endpoint) ? { pageSize } : {}
  const after = (continuationToken: string | undefined) =>
    read({ ...input, query: { ...(input.query as object), ...size, continuationToken } as Input<E>['query'] })
  if (rows.length < maxOfList) {
    for await (const { page, isCut } of pagesOf(after, { ...bareList, from: first.continuationToken })) {
      rows.push(...(page.reply as readonly unknown[]))
      const isEnough = rows.length >= maxOfList && page.continuationToken !== null
      if (isCut || isEnough) {
        cut.add(rows)
        break
      }
    }
  } else cut.add(rows)
  return rows as ReplyOf<E>
}

function requestsPage<E extends ReadEndpoint>({ query }: Input<E>): boolean {
  const { pageSize, continuationToken } = (query ?? {}) as { pageSize?: unknown; continuationToken?: unknown }
  return pageSize !== undefined || continuationToken !== undefined
}

const acceptsPageSize = ({ query }: ReadEndpoint) => 'pageSize' in ((query as { shape?: object })?.shape ?? {})
