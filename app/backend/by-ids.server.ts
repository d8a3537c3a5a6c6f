/** Reads things by their ids: many per call where the backend has such a call, else one by one. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { type Device, site } from '#contracts/site'
import { withFallback } from './fallback'
import { inParallel } from './in-parallel'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'

/** Concurrent calls, and ids per call. */
const maxConcurrent = 16
const maxIdsPerCall = 500

type Call = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

/** With the customer, where the backend returns it. */
export type DeviceWithCustomer = Device & { customerId?: string | undefined }

/** Returns controllers by id; those that do not exist, or that this person may not see, are left out. */
export function devicesById(call: Call, ids: readonly string[]): Promise<Map<string, DeviceWithCustomer>> {
  return byIds<DeviceWithCustomer>(ids, {
    extension: site.namedDevices,
    many: async (deviceIds) => (await call(site.namedDevices, { body: { deviceIds } })).data,
    one: (id) => call(site.getDevice, { path: { id } }),
    idOf: ({ id }) => id,
  })
}

interface ByIdCalls<T> {
  extension: ReadEndpoint
  many(ids: string[]): Promise<readonly T[]>
  one(id: string): Promise<T>
  idOf(thing: T): string | undefined
}

/** Returns what exists, by id. A single id is read by the call for one. */
export async function byIds<T>(ids: readonly string[], calls: ByIdCalls<T>): Promise<Map<string, T>> {
  const oneByOne = async () => {
    const entries = await inParallel(ids, maxConcurrent, (id) =>
      emptyIfMissing(async (): Promise<[string, T][]> => [[id, await calls.one(id)]]),
    )
    return new Map(entries.flat())
  }
  const inBatches = async () => {
    const parts = Array.from({ length: Math.ceil(ids.length / maxIdsPerCall) }, (_, at) =>
      ids.slice(at * maxIdsPerCall, (at + 1) * maxIdsPerCall),
    )
    const entries = await inParallel(parts, 2, (batch) =>
      emptyIfMissing(
        async () =>
          (await calls.many(batch)).flatMap((thing): [string, T][] => {
            const id = calls.idOf(thing)
            return id === undefined ? [] : [[id, thing]]
          }),
        noneFoundCodes,
      ),
    )
    return new Map(entries.flat())
  }
  return ids.length < 2 ? oneByOne() : withFallback(calls.extension, inBatches, oneByOne)
}

/** Error codes that mean: none of the ids exists, or none is visible to this person. */
const noneFoundCodes = ['4003', '4005']

async function emptyIfMissing<T>(work: () => Promise<T[]>, codes?: readonly string[]): Promise<T[]> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof ServiceError && [403, 404].includes(error.status)
    if (isRefused && (!codes || codes.includes(error.code))) return []
    throw error
  }
}
