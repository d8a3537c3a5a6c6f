/** What else was wrong with the same equipment at the same time: one cause often has several rules find something (domain §2.4). */
import { faultStatuses } from '#contracts/fault-names'
import type { Fault } from '#contracts/faults'
import { operations } from '#contracts/operations'
import type { Reader } from '~/backend/reader.server'
import type { Place } from '~/hrefs'
import { type FaultRow, faultRow } from './row'

/** When its newest occurrence began and when it was last seen. */
const stretchOf = ({ startedAt, endedAt, lastSeenAt }: Fault) => ({
  from: Date.parse(startedAt),
  to: Date.parse(endedAt ?? lastSeenAt ?? startedAt),
})

/** None where nobody can say: the page of a fault stands without. */
export async function relatedTo({ panel }: Pick<Reader, 'panel'>, at: Place, fault: Fault): Promise<FaultRow[]> {
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
