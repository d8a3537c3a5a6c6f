/** Things that are named by their ids: many in a few calls where a backend has such a call, else one by one. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { type Device, site } from '#contracts/site'
import { withFallback } from './fallback'
import { inParallel } from './in-parallel'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'

/** How many calls wait at the same time, and how many ids go into one. */
const atOnce = 16
const inOneCall = 500

type Ask = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

/** The customer stands beside it where the backend says so. */
export type NamedDevice = Device & { customerId?: string | undefined }

/** Controllers by their ids; those that are not there, or not for this person, are left out. */
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

/** What is there of each id. A single one is read by its own call. */
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

/** The codes by which a call says that not one of those named is there, or this person's. */
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
