/** Lists whose service refuses a filter: the problem is shown beside the filter instead of an error page. */
import { asPage, problemResponse } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { globalParams, type RefusedParams, unknownParams } from './unknown-params'

/** Parameters of the address that have another name in calls. */
const paramOf: Readonly<Record<string, string>> = {
  search: 'q',
  siteGroupId: 'groupId',
  kinds: 'kind',
  continuationToken: 'after',
}

/**
 * Returns the list, or `none` and the parameters the service refused. Rethrows errors about anything that is not in the
 * address.
 */
export async function findOrRefused<T, N = T>(
  request: Request,
  work: Promise<T>,
  none: N,
): Promise<{ result: T | N; refused: RefusedParams }> {
  try {
    return { result: await work, refused: {} }
  } catch (error) {
    const refused = await refusedParamsOf(request, error)
    if (!refused) throw error
    return { result: none, refused }
  }
}

/**
 * Returns the first page of a list's file. Throws a 422 for unsupported or refused parameters, so that a filtered
 * request never downloads all rows. Throws other problems as their response.
 */
export async function loadForFile<T>(
  request: Request,
  parsed: Readonly<Record<string, unknown>>,
  work: () => Promise<T>,
): Promise<T> {
  rejectUnclear(unknownParams(request, parsed))
  const { result, refused } = await asPage(findOrRefused(request, work(), null))
  rejectUnclear(unknownParams(request, parsed, refused))
  return result as T
}

/** Throws a 422 for parameters the list does not support. */
export function rejectUnclear(unclear: readonly string[]): void {
  if (unclear.length > 0) throw Response.json({ unclear }, { status: 422 })
}

/**
 * Returns the index after the row `after`, for lists that are paged in memory. Throws a 422 for an unknown row, as
 * services do.
 */
export function startIndexAfter<Row>(
  rows: readonly Row[],
  after: string | undefined,
  keyOf: (row: Row) => string,
): number {
  if (after === undefined) return 0
  const place = rows.findIndex((row) => keyOf(row) === after)
  if (place < 0)
    throw Response.json({ problem: { status: 422 }, fields: { after: ['field.invalid'] } }, { status: 422 })
  return place + 1
}

async function refusedParamsOf(request: Request, error: unknown): Promise<RefusedParams | null> {
  const response = error instanceof ServiceError ? problemResponse(error) : error
  if (!(response instanceof Response)) return null
  const { problem, fields = {} } = await response
    .clone()
    .json()
    .catch(() => ({}))
  if (problem?.status !== 422) return null
  const params = new URL(request.url).searchParams
  const refusals = Object.entries(fields as Record<string, string[]>).map(([field, keys]) => {
    const [name = ''] = field.split('.')
    return [paramOf[name] ?? name, keys[0] ?? 'field.invalid'] as const
  })
  if (refusals.length === 0)
    return [...params.keys()].some((name) => !globalParams.includes(name)) ? { '': 'field.invalid' } : null
  const inAddress = refusals.filter(([name]) => params.has(name))
  return inAddress.length > 0 ? Object.fromEntries(inAddress) : null
}
