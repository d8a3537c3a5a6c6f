/** Reads faults of a customer or a place, and faults by id (domain §2.1). */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { faultStatuses } from '#contracts/fault-names'
import type { FaultFilter as Body, Fault } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { withFallback } from '~/backend/fallback'
import { envelope, pagesOf } from '~/backend/pages'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { Counted } from '~/domain/counted'
import { countedIn } from '~/domain/counted'
import { isOfFanCoil } from '~/domain/fan-coils'
import type { Features } from '~/features'
import { startAfter } from '~/screens/list/refused-filter.server'
import { within } from '~/screens/list/within'
import { type FaultFilter, type FaultsAt, faultQuery, faultSort, isReturned } from './filter'
import { cameBack } from './row'

/** The reader of a page or the context of a change; its calls throw `ServiceError`. */
export interface Asking {
  ask<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  features: Features
}

export interface Asked {
  at: FaultsAt
  filter: FaultFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface FaultPage {
  faults: Fault[]
  total: Counted | null
  next: string | null
  /** The search was bounded: some faults may be missing. */
  isPartial: boolean
  /** Counts by filter value, if the backend counts all matches. */
  facets?: FaultFacets | undefined
}

export type FaultFacets = NonNullable<ReplyOf<typeof operations.findFaults>['facets']>

/** Maximum number of faults read for a filter that no call has. */
const mostWalked = 2_000
/** Maximum number of faults in one call. */
const mostInOne = 200

/** Returns one page of faults. */
export async function findFaults(asking: Asking, asked: Asked): Promise<FaultPage> {
  const body = await offered(asking, { ...faultQuery(asked.at, asked.filter), sort: faultSort(asked.sort) })
  if (!body) return { faults: [], total: { count: 0, isCapped: false }, next: null, isPartial: false }
  const { buildingId, spaceId, deviceId, equipmentId } = within(asked.at, asked.filter)
  const placeId = deviceId || equipmentId ? undefined : (spaceId ?? buildingId)
  const onlyReturned = isReturned(asked.filter)
  const keeps = (fault: Fault) =>
    (!placeId || (fault.path ?? []).some(({ id }) => id === placeId)) && (!onlyReturned || cameBack(fault))
  if (placeId) return walked(asking, body, keeps, asked)
  const page = { pageSize: asked.pageSize, ...(asked.after && { continuationToken: asked.after }) }
  const reading = asking.ask(operations.findFaults, { body: { ...body, ...page } })
  const found = onlyReturned ? await unlessUnknown(reading) : await reading
  if (!found) {
    const { returned: _, ...plain } = body
    return walked(asking, plain, keeps, asked)
  }
  return {
    faults: found.data,
    total: countedIn(found),
    next: found.continuationToken ?? null,
    isPartial: false,
    facets: found.areFacetsCapped ? undefined : found.facets,
  }
}

type Answer = ReplyOf<typeof operations.findFaults>

/**
 * Returns null if the backend does not know the filter for returned faults: it rejects the call, or returns others as
 * well.
 */
async function unlessUnknown(reading: Promise<Answer>): Promise<Answer | null> {
  try {
    const answer = await reading
    return answer.data.every(cameBack) ? answer : null
  } catch (error) {
    if (error instanceof ServiceError && error.code === '4000') return null
    throw error
  }
}

/** Reads all faults of the query and filters them here, for filters that no call has, such as a building. */
async function walked(
  { ask }: Asking,
  body: Body,
  keeps: (fault: Fault) => boolean,
  { after, pageSize }: Asked,
): Promise<FaultPage> {
  const here: Fault[] = []
  let seen = 0
  let isPartial = false
  const read = (continuationToken: string | undefined) =>
    ask(operations.findFaults, {
      body: { ...body, pageSize: mostInOne, ...(continuationToken && { continuationToken }) },
    })
  for await (const { page, isCut } of pagesOf(read, envelope)) {
    here.push(...page.data.filter(keeps))
    seen += page.data.length
    isPartial = isCut || (seen >= mostWalked && Boolean(page.continuationToken))
    if (isPartial) break
  }
  const from = startAfter(here, after, ({ id }) => id)
  const faults = here.slice(from, from + pageSize)
  const next = from + pageSize < here.length ? (faults.at(-1)?.id ?? null) : null
  return { faults, total: isPartial ? null : { count: here.length, isCapped: false }, next, isPartial }
}

/** Returns the query without faults of fan coils while their feature flag is off; null if nothing else can match. */
async function offered({ ask, features }: Asking, body: Body): Promise<Body | null> {
  if (features.fanCoilUnitRules) return body
  const counted = await ask(operations.countFaults, { body: { ...body, sort: null, pageSize: mostInOne } })
  const types = counted.data.map(({ equipmentType }) => equipmentType).filter((type) => !isOfFanCoil(type))
  return types.length > 0 ? { ...body, equipmentTypes: types } : null
}

export type TypeCount = ReplyOf<typeof operations.countFaults>['data'][number]

/** Returns the number of faults by equipment type; empty for a building or a space, which no call counts. */
export async function faultTypes(
  { ask, features }: Asking,
  { at, filter }: Pick<Asked, 'at' | 'filter'>,
): Promise<TypeCount[]> {
  const { buildingId, spaceId, deviceId, equipmentId } = within(at, filter)
  if ((buildingId || spaceId) && !deviceId && !equipmentId) return []
  const { equipmentType: _, ...others } = filter
  const { data } = await ask(operations.countFaults, { body: { ...faultQuery(at, others), pageSize: mostInOne } })
  return data.filter(({ equipmentType }) => features.fanCoilUnitRules || !isOfFanCoil(equipmentType))
}

/** Returns the faults that exist, in any state: with the extension, else by reading all faults of the customer. */
export async function faultsNamed({ ask, features }: Asking, ids: readonly string[]): Promise<Fault[]> {
  const own = [...new Set(ids)]
  if (own.length === 0) return []
  const found = await withFallback(
    operations.namedFaults,
    async () => {
      const parts = Array.from({ length: Math.ceil(own.length / 500) }, (_, at) => own.slice(at * 500, (at + 1) * 500))
      const read = await Promise.all(
        parts.map((faultIds) => unlessHidden(ask(operations.namedFaults, { body: { faultIds } }))),
      )
      return read.flatMap((answer) => answer?.data ?? [])
    },
    () => amongAll(ask, new Set(own)),
  )
  const byId = new Map(found.map((fault) => [fault.id, fault]))
  return own
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ equipmentType }) => features.fanCoilUnitRules || !isOfFanCoil(equipmentType))
}

/** Returns null if none of the faults is visible to the person. */
async function unlessHidden<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError && error.isNotThere) return null
    throw error
  }
}

async function amongAll(ask: Asking['ask'], ids: ReadonlySet<string>): Promise<Fault[]> {
  const found: Fault[] = []
  let seen = 0
  const read = (continuationToken: string | undefined) =>
    ask(operations.findFaults, {
      body: { statuses: [...faultStatuses], pageSize: mostInOne, ...(continuationToken && { continuationToken }) },
    })
  for await (const { page } of pagesOf(read, envelope)) {
    found.push(...page.data.filter(({ id }) => ids.has(id)))
    seen += page.data.length
    if (found.length === ids.size || seen >= mostWalked) break
  }
  return found
}

/** Returns one fault. Throws 404 if it does not exist. */
export async function faultCalled(asking: Asking, id: string): Promise<Fault> {
  const [fault] = await faultsNamed(asking, [id])
  if (!fault) throw new Response(null, { status: 404 })
  return fault
}
