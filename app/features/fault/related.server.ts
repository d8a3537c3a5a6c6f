/**
 * Finds other faults of the same equipment at the same time, since one cause often triggers several rules (domain
 * §2.4).
 */
import { faultStatuses } from '#contracts/fault-names'
import type { Fault } from '#contracts/faults'
import { operations } from '#contracts/operations'
import type { Reader } from '~/backend/reader.server'
import type { Place } from '~/hrefs'
import { type FaultRow, faultRow } from './shared/row'

/** Returns the period of the newest occurrence, in ms. */
const stretchOf = ({ startedAt, endedAt, lastSeenAt }: Fault) => ({
  from: Date.parse(startedAt),
  to: Date.parse(endedAt ?? lastSeenAt ?? startedAt),
})

/** Returns the related faults; empty if they cannot be read, so that the page is shown without them. */
export async function relatedFaults({ panel }: Pick<Reader, 'panel'>, at: Place, fault: Fault): Promise<FaultRow[]> {
  const read = await panel(operations.findFaults, {
    body: { equipmentIds: [fault.equipmentId], statuses: [...faultStatuses], pageSize: 100 },
  })
  if (!read.ok) return []
  const own = stretchOf(fault)
  return read.value.data
    .filter((other) => {
      const { from, to } = stretchOf(other)
      return other.id !== fault.id && from <= own.to && to >= own.from
    })
    .map((other) => faultRow(at, other))
}
