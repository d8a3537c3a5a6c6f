/**
 * A change to several alarms or faults: those that fail are listed in a 4100, the others succeed (domain §1.4, §2.1).
 */
import { ApiError, entityError, fail } from '../kit/api-error'
import type { Store } from '../kit/store'

/** Names of error codes in the entries of these services' 4100 replies. */
const types: Record<number, string> = {
  4003: 'forbidden',
  4005: 'notFound',
  4202: 'archived',
  4606: 'deviceRejected',
  4701: 'staleEvent',
  4702: 'notAckable',
  4703: 'alreadyResolved',
  4704: 'stillActive',
  4710: 'missingPoints',
}

/**
 * Runs `work` for each id; must run inside the call's transaction. Unlike elsewhere, a single failure is a 4100 too.
 */
export function changeEach<Result>(store: Store, ids: readonly string[], work: (id: string) => Result): Result[] {
  const results: Result[] = []
  const failed: { id: string; refusal: ApiError }[] = []
  for (const id of ids) {
    try {
      results.push(store.transaction(() => work(id)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push({ id, refusal: error })
    }
  }
  if (failed.length) {
    fail(4100, {
      entities: failed.map(({ id, refusal }) => entityError(id, refusal, types[refusal.code])),
      data: results,
    })
  }
  return results
}
