/** Reads faults of a customer or a place, and faults by id (domain §2.1). */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { faultStatuses } from '#contracts/fault-names'
import type { FaultFilter as Body, Fault } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { withFallback } from '~/backend/fallback'
import { envelope, pagesOf } from '~/backend/pages'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { TotalCount } from '~/domain/count'
import { countInReply } from '~/domain/count'
import { isFanCoil } from '~/domain/fan-coils'
import type { Features } from '~/flags'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import { type FaultListFilter, type FaultPlace, faultQuery, faultSort, selectsReturned } from './filter'
import { hasReturned } from './row'

/** The reader of a page or the context of a change; its calls throw `ServiceError`. */
export interface FaultReader {
  call<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  features: Features
}

export interface FaultSearch {
  at: FaultPlace
  filter: FaultListFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface FaultPage {
  faults: Fault[]
  total: TotalCount | null
  next: string | null
  /** The search was bounded: some faults may be missing. */
  incomplete: boolean
  /** Counts by filter value, if the backend counts all matches. */
  facets?: FaultFacets | undefined
}

export type FaultFacets = NonNullable<ReplyOf<typeof operations.findFaults>['facets']>

/** Maximum number of faults read for a filter that no call has. */
const maxFaults = 2_000
/** Maximum number of faults in one call. */
const maxPerCall = 200

/** Returns one page of faults. */
export async function findFaults(reader: FaultReader, search: FaultSearch): Promise<FaultPage> {
  const body = await withoutHiddenFaults(reader, {
    ...faultQuery(search.at, search.filter),
    sort: faultSort(search.sort),
  })
  if (!body) return { faults: [], total: { count: 0, isCapped: false }, next: null, incomplete: false }
  const { buildingId, spaceId, deviceId, equipmentId } = scopeFilter(search.at, search.filter)
  const placeId = deviceId || equipmentId ? undefined : (spaceId ?? buildingId)
  const onlyReturned = selectsReturned(search.filter)
  const isMatch = (fault: Fault) =>
    (!placeId || (fault.path ?? []).some(({ id }) => id === placeId)) && (!onlyReturned || hasReturned(fault))
  if (placeId) return walkFaults(reader, body, isMatch, search)
  const page = { pageSize: search.pageSize, ...(search.after && { continuationToken: search.after }) }
  const request = reader.call(operations.findFaults, { body: { ...body, ...page } })
  const reply = onlyReturned ? await nullIfUnknown(request) : await request
  if (!reply) {
    const { returned: _, ...plain } = body
    return walkFaults(reader, plain, isMatch, search)
  }
  return {
    faults: reply.data,
    total: countInReply(reply),
    next: reply.continuationToken ?? null,
    incomplete: false,
    facets: reply.areFacetsCapped ? undefined : reply.facets,
  }
}

type Answer = ReplyOf<typeof operations.findFaults>

/**
 * Returns null if the backend does not know the filter for returned faults: it rejects the call, or returns others as
 * well.
 */
async function nullIfUnknown(request: Promise<Answer>): Promise<Answer | null> {
  try {
    const answer = await request
    return answer.data.every(hasReturned) ? answer : null
  } catch (error) {
    if (error instanceof ServiceError && error.code === '4000') return null
    throw error
  }
}

/** Reads all faults of the query and filters them here, for filters that no call has, such as a building. */
async function walkFaults(
  { call }: FaultReader,
  body: Body,
  isMatch: (fault: Fault) => boolean,
  { after, pageSize }: FaultSearch,
): Promise<FaultPage> {
  const matches: Fault[] = []
  let readCount = 0
  let incomplete = false
  const read = (continuationToken: string | undefined) =>
    call(operations.findFaults, {
      body: { ...body, pageSize: maxPerCall, ...(continuationToken && { continuationToken }) },
    })
  for await (const { page, isCut } of pagesOf(read, envelope)) {
    matches.push(...page.data.filter(isMatch))
    readCount += page.data.length
    incomplete = isCut || (readCount >= maxFaults && Boolean(page.continuationToken))
    if (incomplete) break
  }
  const from = startIndexAfter(matches, after, ({ id }) => id)
  const faults = matches.slice(from, from + pageSize)
  const next = from + pageSize < matches.length ? (faults.at(-1)?.id ?? null) : null
  return { faults, total: incomplete ? null : { count: matches.length, isCapped: false }, next, incomplete }
}

/** Returns the query without faults of fan coils while their feature flag is off; null if nothing else can match. */
async function withoutHiddenFaults({ call, features }: FaultReader, body: Body): Promise<Body | null> {
  if (features.fanCoilUnitRules) return body
  const counted = await call(operations.countFaults, { body: { ...body, sort: null, pageSize: maxPerCall } })
  const types = counted.data.map(({ equipmentType }) => equipmentType).filter((type) => !isFanCoil(type))
  return types.length > 0 ? { ...body, equipmentTypes: types } : null
}

export type TypeCount = ReplyOf<typeof operations.countFaults>['data'][number]

/** Returns the number of faults by equipment type; empty for a building or a space, which no call counts. */
export async function faultTypes(
  { call, features }: FaultReader,
  { at, filter }: Pick<FaultSearch, 'at' | 'filter'>,
): Promise<TypeCount[]> {
  const { buildingId, spaceId, deviceId, equipmentId } = scopeFilter(at, filter)
  if ((buildingId || spaceId) && !deviceId && !equipmentId) return []
  const { equipmentType: _, ...others } = filter
  const { data } = await call(operations.countFaults, { body: { ...faultQuery(at, others), pageSize: maxPerCall } })
  return data.filter(({ equipmentType }) => features.fanCoilUnitRules || !isFanCoil(equipmentType))
}

/** Returns the faults that exist, in any state: with the extension, else by reading all faults of the customer. */
export async function faultsById({ call, features }: FaultReader, ids: readonly string[]): Promise<Fault[]> {
  const own = [...new Set(ids)]
  if (own.length === 0) return []
  const faults = await withFallback(
    operations.namedFaults,
    async () => {
      const parts = Array.from({ length: Math.ceil(own.length / 500) }, (_, at) => own.slice(at * 500, (at + 1) * 500))
      const read = await Promise.all(
        parts.map((faultIds) => nullIfHidden(call(operations.namedFaults, { body: { faultIds } }))),
      )
      return read.flatMap((answer) => answer?.data ?? [])
    },
    () => searchAll(call, new Set(own)),
  )
  const byId = new Map(faults.map((fault) => [fault.id, fault]))
  return own
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ equipmentType }) => features.fanCoilUnitRules || !isFanCoil(equipmentType))
}

/** Returns null if none of the faults is visible to the person. */
async function nullIfHidden<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError && error.isMissing) return null
    throw error
  }
}

async function searchAll(call: FaultReader['call'], ids: ReadonlySet<string>): Promise<Fault[]> {
  const faults: Fault[] = []
  let readCount = 0
  const read = (continuationToken: string | undefined) =>
    call(operations.findFaults, {
      body: { statuses: [...faultStatuses], pageSize: maxPerCall, ...(continuationToken && { continuationToken }) },
    })
  for await (const { page } of pagesOf(read, envelope)) {
    faults.push(...page.data.filter(({ id }) => ids.has(id)))
    readCount += page.data.length
    if (faults.length === ids.size || readCount >= maxFaults) break
  }
  return faults
}

/** Returns one fault. Throws 404 if it does not exist. */
export async function faultById(reader: FaultReader, id: string): Promise<Fault> {
  const [fault] = await faultsById(reader, [id])
  if (!fault) throw new Response(null, { status: 404 })
  return fault
}
