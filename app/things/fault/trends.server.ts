/** The trends of a fault for a window of time (domain §2.2). */
import type { Fault, Trends } from '#contracts/faults'
import { operations } from '#contracts/operations'
import type { Panel, Reader } from '~/backend/reader.server'
import type { Stretch } from '~/ui/chart/buckets'

/** Minutes that the service adds on either side of what is asked for (spec §9). */
const extensionDuration = 20
const extension = extensionDuration * 60_000

/** When a fault was last seen: now for one that holds on, by the clock of the service that watches it. */
export function newestOf({
  lastSeenAt,
  endedAt,
  startedAt,
}: Pick<Fault, 'lastSeenAt' | 'endedAt' | 'startedAt'>): number {
  const found = Date.parse(lastSeenAt ?? endedAt ?? startedAt)
  return Number.isNaN(found) ? Date.now() : found
}

/** What its points did in exactly this window, of an hour at least: so much less is asked for as the service adds. */
export function trendsOf(
  { panel }: Pick<Reader, 'panel'>,
  { equipmentId, faultRuleId }: Pick<Fault, 'equipmentId' | 'faultRuleId'>,
  { from, to }: Stretch,
): Promise<Panel<Trends>> {
  return panel(operations.faultTrends, {
    path: { equipmentId, faultRuleId },
    body: {
      from: new Date(from + extension).toISOString(),
      to: new Date(to - extension).toISOString(),
      extensionDuration,
    },
  })
}
