/** Counts the active alarms and faults of a customer that match a search: one small read each. */
import { operations } from '#contracts/operations'
import { asPanel, type Reader } from '~/backend/reader.server'
import { countInReply, type TotalCount } from '~/domain/count'
import { alarmQuery } from '~/features/alarm/shared/filter'
import { findFaults } from '~/features/fault/shared/find-faults.server'
import { href, type Place } from '~/hrefs'
import { mayOpen } from '~/views'

export interface ActiveCount {
  kind: 'alarms' | 'faults'
  counted: TotalCount
  /** The list of the matches. */
  href: string
}

/** Omits what the person may not read, and what cannot be counted now. */
export async function activeCounts(reader: Reader, place: Place, q: string): Promise<ActiveCount[]> {
  const at = { ...place, zone: 'UTC' }
  const [alarms, faults] = await Promise.all([
    mayOpen('alarms', reader) &&
      asPanel(reader.call(operations.findAlarms, { body: { ...alarmQuery(at, { q, state: 'active' }), pageSize: 1 } })),
    mayOpen('faults', reader) && asPanel(findFaults(reader, { at, filter: { q }, pageSize: 1 })),
  ])
  const counts: ActiveCount[] = []
  const add = (kind: ActiveCount['kind'], counted: TotalCount | null, href: string) => {
    if (counted && counted.count > 0) counts.push({ kind, counted, href })
  }
  if (alarms && alarms.ok)
    add('alarms', countInReply(alarms.value), href('customerAlarms', place, { q, state: 'active' }))
  if (faults && faults.ok) add('faults', faults.value.total, href('customerFaults', place, { q }))
  return counts
}
