/** Counts the active alarms and faults of a customer that match a search: one small read each. */
import { operations } from '#contracts/operations'
import { asPanel, type Reader } from '~/backend/reader.server'
import { type Counted, countedIn } from '~/domain/counted'
import { href, type Place } from '~/hrefs'
import { alarmQuery } from '~/things/alarm/filter'
import { findFaults } from '~/things/fault/find-faults.server'
import { mayLookAt } from '~/views'

export interface Watched {
  kind: 'alarms' | 'faults'
  counted: Counted
  /** The list of the matches. */
  href: string
}

/** Omits what the person may not read, and what cannot be counted now. */
export async function watchedFor(reader: Reader, place: Place, q: string): Promise<Watched[]> {
  const at = { ...place, zone: 'UTC' }
  const [alarms, faults] = await Promise.all([
    mayLookAt('alarms', reader) &&
      asPanel(reader.ask(operations.findAlarms, { body: { ...alarmQuery(at, { q, state: 'active' }), pageSize: 1 } })),
    mayLookAt('faults', reader) && asPanel(findFaults(reader, { at, filter: { q }, pageSize: 1 })),
  ])
  const found: Watched[] = []
  const add = (kind: Watched['kind'], counted: Counted | null, href: string) => {
    if (counted && counted.count > 0) found.push({ kind, counted, href })
  }
  if (alarms && alarms.ok) add('alarms', countedIn(alarms.value), href('customerAlarms', place, { q, state: 'active' }))
  if (faults && faults.ok) add('faults', faults.value.total, href('customerFaults', place, { q }))
  return found
}
