/** The place a change belongs to, so that its page keeps customer, menu and tree, and the way down to it. */
import type { PathNode } from '#contracts/scalars'
import type { Reader } from '~/backend/reader.server'
import { level } from '~/backend/tree.server'
import { frameData } from '~/screens/frame/frame.server'
import { crumbsOf } from '~/screens/place/crumbs'
import type { TrailEntry } from '~/trail/find-entries.server'

/** Null where it belongs to no one customer, or to one that the reader is not let into. */
export async function placeOf(entries: readonly TrailEntry[], made: Reader) {
  const [first] = entries
  if (!first?.customerId || entries.some(({ customerId }) => customerId !== first.customerId)) return null
  if (!made.may('hierarchy.read')) return null
  const { tenantId, customerId } = first
  const place = { tenantId, customerId }
  const parent = { type: 'customer', id: customerId } as const
  const [frame, found] = await Promise.all([frameData(made, place), level(made.ask, parent, { withoutCounts: true })])
  return frame.customer ? { place, frame, parent, level: found, way: wayTo(entries, place) } : null
}

/** As far down as everything that was changed stood together. */
function wayTo(entries: readonly TrailEntry[], place: { tenantId: string; customerId: string }) {
  const paths = entries.map(({ subject }) => (subject.path ?? []) as PathNode[])
  const [first = []] = paths
  const end = first.findIndex((node, at) => paths.some((path) => path[at]?.id !== node.id))
  try {
    return crumbsOf(place, end === -1 ? first : first.slice(0, end))
  } catch {
    // The ancestors as they were written down do not lead there.
    return []
  }
}
