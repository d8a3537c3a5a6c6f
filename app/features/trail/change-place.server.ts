/** The place of a change, for the menu, the tree and the breadcrumbs of its page. */
import type { PathNode } from '#contracts/scalars'
import type { Reader } from '~/backend/reader.server'
import { treeLevel } from '~/backend/tree.server'
import { frameData } from '~/kit/frame/frame.server'
import { crumbsOf } from '~/kit/place/crumbs'
import type { ChangeDetails } from '~/trail/find-change.server'

/** Returns null for a change of several customers, or of one that the reader may not see. */
export async function changePlace(
  {
    newest: { tenantId, customerId },
    isOfOneCustomer,
    path,
  }: Pick<ChangeDetails, 'newest' | 'isOfOneCustomer' | 'path'>,
  reader: Reader,
) {
  if (!customerId || !isOfOneCustomer || !reader.may('hierarchy.read')) return null
  const place = { tenantId, customerId }
  const parent = { type: 'customer', id: customerId } as const
  const [frame, level] = await Promise.all([
    frameData(reader, place),
    treeLevel(reader.call, parent, { withoutCounts: true }),
  ])
  return frame.customer ? { place, frame, parent, level, way: crumbsTo(path, place) } : null
}

/** Returns the breadcrumbs down to the common place of all subjects. */
function crumbsTo(path: ChangeDetails['path'], place: { tenantId: string; customerId: string }) {
  try {
    return crumbsOf(place, path as PathNode[])
  } catch {
    // The recorded ancestors are not a valid path.
    return []
  }
}
