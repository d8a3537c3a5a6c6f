/** The clocks of simulated controllers. */
import { timeSettingsOf } from '../../device-configuration/time-records'
import type { World } from '../../kit/world'
import type { ClockReading } from '../../link/port'
import { isConnected } from '../../link/presence'
import { firstInjections } from './injections'

/** Drift of an uncorrected clock, ms per day. */
const driftMsPerDay = 200
const day = 86_400_000

interface ClockRow {
  device_id: string
  offline_since: number | null
  running: string | null
  clock_offset_ms: number | null
  clock_set_at: number | null
}

/** Interval between requests to the time servers. */
const syncIntervalMs = 3_600_000

/**
 * Returns clocks by id: skewed under `clockSkew`, and drifting while time servers are off; else they are set every
 * hour, by a silent controller until it was heard last.
 */
export function clocksOf(world: World, deviceIds: readonly string[]): ReadonlyMap<string, ClockReading> {
  const now = world.clock.now()
  const rows = world.store.all<ClockRow>(
    `SELECT device.id AS device_id, offline_since, running, clock_offset_ms, clock_set_at
     FROM device LEFT JOIN time_setting ON time_setting.device_id = device.id
     WHERE device.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(deviceIds),
  )
  const skews = firstInjections(world, deviceIds, 'clockSkew')
  return new Map(
    rows.map((row): [string, ClockReading] => {
      const skewed = now + Number(skews.get(row.device_id)?.sec ?? 0) * 1000
      const { running, offline_since, clock_offset_ms, clock_set_at } = row
      // A controller that was sent no settings yet uses time servers.
      if (running === null || timeSettingsOf(running).autoTime) {
        const reached = isConnected({ onboarded: 1, offline_since }, now) ? now : (offline_since ?? now)
        return [row.device_id, { time: skewed, syncedAt: Math.floor(reached / syncIntervalMs) * syncIntervalMs }]
      }
      const sinceSet = clock_set_at === null ? 0 : now - clock_set_at
      const drift = Math.round((sinceSet / day) * driftMsPerDay)
      return [row.device_id, { time: skewed + (clock_offset_ms ?? 0) + drift, syncedAt: null }]
    }),
  )
}
