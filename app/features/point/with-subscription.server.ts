/**
 * Subscribes to a point for the duration of a write, because a write must name a subscription that contains its point
 * (domain §4.5).
 */
import { site } from '#contracts/site'
import { ServiceError } from '~/backend/service-error'
import type { PlanContext } from '~/change/plan-context'

/** Lease in seconds, long enough for one write; a subscription that is not ended expires. */
const leaseSec = 60

export async function withSubscription<T>(
  { read }: Pick<PlanContext<unknown>, 'read'>,
  { deviceId, pointId }: { deviceId: string; pointId: string },
  work: (subscriptionId: string) => Promise<T>,
): Promise<T> {
  const { subscriptionId } = await read(site.subscribe, { body: { deviceId, pointIds: [pointId], leaseSec } })
  try {
    return await work(subscriptionId)
  } finally {
    await read(site.unsubscribe, { body: { subscriptionId, deviceId } }).catch(ignoreServiceError)
  }
}

/** A subscription that could not be ended expires in a minute. */
function ignoreServiceError(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error
}
