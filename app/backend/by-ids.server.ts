/** Reads things by their ids: many per call where the backend has such a call, else one by one. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { type Device, site } from '#contracts/site'
import { withFallback } from './fallback'
import { inParallel } from './in-parallel'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'

/** Concurrent calls, and ids per call. */
const atOnce = 16
const inOneCall = 500

type Ask = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

/** With the customer, where the backend returns it. */
export type NamedDevice = Device & { customerId?: string | undefined }

/** Returns controllers by id; those that do not exist, or that this person may not see, are left out. */
export function namedDevices(ask: Ask, ids: readonly string[]): Promise<Map<string, NamedDevice>> {
  return byIds<NamedDevice>(ids, {
    extension: site.namedDevices,
    many: async (deviceIds) => (await ask(site.namedDevices, { body: { deviceIds } })).data,
    one: (id) => ask(site.getDevice, { path: { id } }),
    idOf: ({ id }) => id,
  })
}

interface Reading<T> {
  extension: ReadEndpoint
  many(ids: string[]): Promise<readonly T[]>
  one(id: string): Promise<T>
  idOf(thing: T): string | undefined
}

/** Returns what exists, by id. A single id is read by the call for one. */
export async function byIds<T>(ids: readonly string[], reading: Reading<T>): Promise<Map<string, T>> {
  const plain = async () => {
    const found = await inParallel(ids, atOnce, (id) =>
      unlessGone(async (): Promise<[string, T][]> => [[id, await reading.one(id)]]),
    )
    return new Map(found.flat())
  }
  const together = async () => {
    const parts = Array.from({ length: Math.ceil(ids.length / inOneCall) }, (_, at) =>
      ids.slice(at * inOneCall, (at + 1) * inOneCall),
    )
    const found = await inParallel(parts, 2, (some) =>
      unlessGone(
        async () =>
          (await reading.many(some)).flatMap((thing): [string, T][] => {
            const id = reading.idOf(thing)
            return id === undefined ? [] : [[id, thing]]
          }),
        noneOfThem,
      ),
    )
    return new Map(found.flat())
  }
  return ids.length < 2 ? plain() : withFallback(reading.extension, together, plain)
}

/** Error codes that mean: none of the ids exists, or none is visible to this person. */
const noneOfThem = ['4003', '4005']

async function unlessGone<T>(work: () => Promise<T[]>, codes?: readonly string[]): Promise<T[]> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof ServiceError && [403, 404].includes(error.status)
    if (isRefused && (!codes || codes.includes(error.code))) return []
    throw error
  }
}
