/** The clocks of simulated controllers. */
import { timeSettingsOf } from '../../device-configuration/time-records'
import type { World } from '../../kit/world'
import { firstInjections } from './injections'

/** Drift of an uncorrected clock, ms per day. */
const driftMsPerDay = 200
const day = 86_400_000

interface ClockRow {
  device_id: string
  running: string
  clock_offset_ms: number
  clock_set_at: number | null
}

/** Returns the times of clocks, ms, by id: skewed under `clockSkew`, and drifting while time servers are off. */
export function clocksOf(world: World, deviceIds: readonly string[]): ReadonlyMap<string, number> {
  const now = world.clock.now()
  const rows = world.store.all<ClockRow>(
    `SELECT device_id, running, clock_offset_ms, clock_set_at FROM time_setting
     WHERE device_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(deviceIds),
  )
  const own = new Map(rows.map((row) => [row.device_id, row]))
  const skews = firstInjections(world, deviceIds, 'clockSkew')
  return new Map(
    deviceIds.map((id) => {
      const skewed = now + Number(skews.get(id)?.sec ?? 0) * 1000
      const row = own.get(id)
      // A controller that was sent no settings yet uses time servers.
      if (!row || timeSettingsOf(row.running).autoTime) return [id, skewed]
      const sinceSet = row.clock_set_at === null ? 0 : now - row.clock_set_at
      return [id, skewed + row.clock_offset_ms + Math.round((sinceSet / day) * driftMsPerDay)]
    }),
  )
}
