/** The clock of a simulated controller. */
import { readTime, timeSettingsOf } from '../../device-configuration/time-records'
import type { World } from '../../kit/world'
import { activeInjection } from './injections'

/** Drift of an uncorrected clock, ms per day. */
const driftMsPerDay = 200
const day = 86_400_000

/** Returns the time of a controller's clock, ms: skewed under `clockSkew`, and drifting while time servers are off. */
export function clockOf(world: World, deviceId: string): number {
  const row = readTime(world, deviceId)
  const now = world.clock.now()
  const skew = Number(activeInjection(world, deviceId, 'clockSkew')?.sec ?? 0) * 1000
  if (timeSettingsOf(row.running).autoTime) return now + skew
  const sinceSet = row.clock_set_at === null ? 0 : now - row.clock_set_at
  return now + skew + row.clock_offset_ms + Math.round((sinceSet / day) * driftMsPerDay)
}
