/** The counts of a place that a reader may see. */
import type { Counts } from '#contracts/site'
import type { Viewer } from '~/views'

const keys = ['buildings', 'spaces', 'devices', 'offline', 'alarms', 'faults'] as const
export type PlaceCounts = Partial<Record<(typeof keys)[number], number>>

/** Returns the counts without those the reader may not see or the backend does not count. */
export function placeCounts({ may, features }: Viewer, counts: Counts | null | undefined): PlaceCounts {
  const isVisible: Record<(typeof keys)[number], boolean> = {
    buildings: true,
    spaces: true,
    devices: may('device.read'),
    offline: may('device.read'),
    alarms: may('alarm.read'),
    // A counter cannot leave out fan coil faults, which have a flag of their own.
    faults: may('fault.read') && features.faults && features.fanCoilUnitRules,
  }
  return Object.fromEntries(
    keys.flatMap((key) => (counts?.[key] === undefined || !isVisible[key] ? [] : [[key, counts[key]]])),
  )
}
