/**
 * Hides controllers of products that are not offered: on a platform that the tenant does not accept, or behind a flag
 * that is off, whatever the role. Every read passes through here: lists and counts exclude them in the request; from the
 * replies to reads without such a filter they are removed (docs/decisions/hidden-controllers.md).
 */
import type { ReadEndpoint } from '#contracts/endpoint'
import { type Counts, site } from '#contracts/site'
import { ServiceError } from './service-error'
import type { Input, ServiceAnswer } from './transport.server'

/** Ids of the products that are not offered. */
export type HiddenProducts = ReadonlySet<string>

/** Reads that cannot exclude them in the request. */
const unfilteredReads: readonly ReadEndpoint[] = [site.getDevice, site.listSpaceDevices]

const hasFilter = (part: unknown) => 'withoutProducts' in ((part as { shape?: object } | undefined)?.shape ?? {})
const filtersInQuery = ({ query }: ReadEndpoint) => hasFilter(query)
/** Alarms and faults: their filter is in the body of a POST. */
const filtersInBody = ({ body }: ReadEndpoint) => hasFilter(body)

/** Returns whether the reply of a call contains or counts controllers, or their alarms and faults. */
export const returnsControllers = (endpoint: ReadEndpoint) =>
  unfilteredReads.includes(endpoint) || filtersInQuery(endpoint) || filtersInBody(endpoint)

/** Returns the input with a filter that excludes the hidden products from rows and counts. */
export function excludeHidden<E extends ReadEndpoint>(endpoint: E, input: Input<E>, hidden: HiddenProducts): Input<E> {
  if (hidden.size === 0) return input
  const withoutProducts = [...hidden].join(',')
  if (filtersInBody(endpoint))
    return { ...input, body: { ...(input.body as object), withoutProducts } as typeof input.body }
  if (!filtersInQuery(endpoint)) return input
  return { ...input, query: { ...(input.query as object), withoutProducts } as typeof input.query }
}

/** Returns whether the backend rejected the exclusion filter; the call is then repeated as the specification has it. */
export const isFilterRejected = (endpoint: ReadEndpoint, error: unknown) =>
  filtersInBody(endpoint) && error instanceof ServiceError && error.code === '4000' && 'withoutProducts' in error.fields

/** Returns the answer without hidden controllers. Throws `ServiceError` (404, 4005) when the reply itself is one. */
export function removeHidden<E extends ReadEndpoint>(
  answer: ServiceAnswer<E>,
  hidden: HiddenProducts,
): ServiceAnswer<E> {
  const reply: unknown = answer.reply
  if (hidden.size === 0) return answer
  if (Array.isArray(reply)) return { ...answer, reply: visibleRows(reply, hidden) as typeof answer.reply }
  if (isHidden(reply, hidden)) throw new ServiceError({ service: 'site', status: 404, body: { errorCode: 4005 } })
  if (!hasRows(reply)) return { ...answer, reply: withoutUncertainCounts(reply) as typeof answer.reply }
  return { ...answer, reply: { ...reply, data: visibleRows(reply.data, hidden) } as typeof answer.reply }
}

const visibleRows = (rows: readonly unknown[], hidden: HiddenProducts) =>
  rows.filter((row) => !isHidden(row, hidden)).map(withoutUncertainCounts)

/** Removes the counts that may include hidden controllers: no number is better than a wrong one. */
function withoutUncertainCounts(place: unknown): unknown {
  const { counts } = (place ?? {}) as { counts?: Counts }
  if (!counts || counts.leavesOut) return place
  const { devices: _, offline: __, alarms: ___, faults: ____, ...rest } = counts
  return { ...(place as object), counts: rest }
}

function isHidden(row: unknown, hidden: HiddenProducts): boolean {
  const { productId } = (row ?? {}) as { productId?: unknown }
  return typeof productId === 'string' && hidden.has(productId)
}

const hasRows = (reply: unknown): reply is { data: unknown[] } =>
  Array.isArray((reply as { data?: unknown } | null)?.data)
