/** A write names a subscription that contains its point (domain §4.5): one is taken for it, and let go after it. */
import { site } from '#contracts/site'
import { ServiceError } from '~/backend/service-error'
import type { Desk } from '~/change/desk'

/** Long enough for one write; what is not let go ends by itself. */
const leaseSec = 60

export async function whileSubscribed<T>(
  { read }: Pick<Desk<unknown>, 'read'>,
  { deviceId, pointId }: { deviceId: string; pointId: string },
  work: (subscriptionId: string) => Promise<T>,
): Promise<T> {
  const { subscriptionId } = await read(site.subscribe, { body: { deviceId, pointIds: [pointId], leaseSec } })
  try {
    return await work(subscriptionId)
  } finally {
    await read(site.unsubscribe, { body: { subscriptionId, deviceId } }).catch(unlessTrouble)
  }
}

/** A subscription that nobody could end is over in a minute. */
function unlessTrouble(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error
}
