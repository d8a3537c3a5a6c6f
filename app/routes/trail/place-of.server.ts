/** The place a change belongs to, so that its page keeps customer, menu and tree, and the way down to it. */
import type { PathNode } from '#contracts/scalars'
import type { Reader } from '~/backend/reader.server'
import { level } from '~/backend/tree.server'
import { frameData } from '~/screens/frame/frame.server'
import { crumbsOf } from '~/screens/place/crumbs'
import type { FoundChange } from '~/trail/find-change.server'

/** Null where it belongs to no one customer, or to one that the reader is not let into. */
export async function placeOf(
  { newest: { tenantId, customerId }, isOfOneCustomer, path }: Pick<FoundChange, 'newest' | 'isOfOneCustomer' | 'path'>,
  made: Reader,
) {
  if (!customerId || !isOfOneCustomer || !made.may('hierarchy.read')) return null
  const place = { tenantId, customerId }
  const parent = { type: 'customer', id: customerId } as const
  const [frame, found] = await Promise.all([frameData(made, place), level(made.ask, parent, { withoutCounts: true })])
  return frame.customer ? { place, frame, parent, level: found, way: wayTo(path, place) } : null
}

/** As far down as everything that was changed stood together. */
function wayTo(path: FoundChange['path'], place: { tenantId: string; customerId: string }) {
  try {
    return crumbsOf(place, path as PathNode[])
  } catch {
    // The ancestors as they were written down do not lead there.
    return []
  }
}
