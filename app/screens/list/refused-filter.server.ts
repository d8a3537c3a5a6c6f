/** A list whose service refuses what it is narrowed by: an answer to be told beside the filter, not a page that is missing. */
import { problemResponse } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { everywhere, notUnderstood, type Refused } from './not-understood'

/** What addresses call that calls name otherwise. */
const words: Readonly<Record<string, string>> = {
  search: 'q',
  siteGroupId: 'groupId',
  kinds: 'kind',
  continuationToken: 'after',
}

/**
 * The list, or `none` and what of the address was refused. A refusal of anything that the address does not ask for is
 * trouble as ever.
 */
export async function orRefused<T, N = T>(
  request: Request,
  work: Promise<T>,
  none: N,
): Promise<{ found: T | N; refused: Refused }> {
  try {
    return { found: await work, refused: {} }
  } catch (error) {
    const refused = await refusedIn(request, error)
    if (!refused) throw error
    return { found: none, refused }
  }
}

/**
 * What a file of a list is made of. Where the list tells that it does not understand its address, the file is refused
 * with the same words (422): nobody who asked for some of the rows takes all of them home. Other trouble is the answer
 * that its page would be.
 */
export async function understood<T>(
  request: Request,
  known: Readonly<Record<string, unknown>>,
  work: () => Promise<T>,
): Promise<T> {
  refuseUnclear(notUnderstood(request, known))
  const { found, refused } = await orRefused(request, work(), null).catch((error: unknown) => {
    throw error instanceof ServiceError ? problemResponse(error) : error
  })
  refuseUnclear(notUnderstood(request, known, refused))
  return found as T
}

/** A file is not made of words that its list does not know. */
export function refuseUnclear(unclear: readonly string[]): void {
  if (unclear.length > 0) throw Response.json({ unclear }, { status: 422 })
}

/** Where a page of a list that is here as a whole begins: after the row that `after` names. A name of none is refused, as services refuse it. */
export function startAfter<Row>(rows: readonly Row[], after: string | undefined, keyOf: (row: Row) => string): number {
  if (after === undefined) return 0
  const place = rows.findIndex((row) => keyOf(row) === after)
  if (place < 0)
    throw Response.json({ problem: { status: 422 }, fields: { after: ['field.invalid'] } }, { status: 422 })
  return place + 1
}

async function refusedIn(request: Request, error: unknown): Promise<Refused | null> {
  const response = error instanceof ServiceError ? problemResponse(error) : error
  if (!(response instanceof Response)) return null
  const { problem, fields = {} } = await response
    .clone()
    .json()
    .catch(() => ({}))
  if (problem?.status !== 422) return null
  const asked = new URL(request.url).searchParams
  const named = Object.entries(fields as Record<string, string[]>).map(([field, keys]) => {
    const [name = ''] = field.split('.')
    return [words[name] ?? name, keys[0] ?? 'field.invalid'] as const
  })
  if (named.length === 0)
    return [...asked.keys()].some((name) => !everywhere.includes(name)) ? { '': 'field.invalid' } : null
  const ours = named.filter(([name]) => asked.has(name))
  return ours.length > 0 ? Object.fromEntries(ours) : null
}
