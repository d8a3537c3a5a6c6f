/** The connection of a controller as its link reports it: tunnels, alarms and waiting schedules follow it. */
import type { World } from '../kit/world'
import { scheduleLinkCheck } from '../operations/alarms/device-alarms'
import { breakTunnelsTo } from '../site/tunnels/records'
import { failSilentBackups } from './work'

/** Records that a controller is silent since `lastHeardAt`, ms (now by default), and breaks its tunnels. */
export function recordDown(world: World, deviceId: string, lastHeardAt = world.clock.now()): void {
  breakTunnelsTo(world, deviceId)
  world.store.run('UPDATE device SET offline_since = ? WHERE id = ? AND offline_since IS NULL', lastHeardAt, deviceId)
  failSilentBackups(world, deviceId)
  scheduleLinkCheck(world, deviceId, 'down')
}

/** Records the silence of a controller that reports again: it stays a gap of the past. */
function recordSilence({ store, clock }: World, deviceId: string): void {
  const now = clock.now()
  store.run(
    `INSERT OR IGNORE INTO silence (device_id, from_at, until_at)
     SELECT id, offline_since, ? FROM device WHERE id = ? AND offline_since < ?`,
    now,
    deviceId,
    now,
  )
}

/** Records that a controller is heard again; its tunnels from before are over, and what waits for it is sent. */
export function recordUp(world: World, deviceId: string): void {
  recordSilence(world, deviceId)
  breakTunnelsTo(world, deviceId, ['opening', 'open', 'closing'])
  world.store.run('UPDATE device SET offline_since = NULL WHERE id = ?', deviceId)
  world.links.of(deviceId).schedulesSaved(deviceId)
  scheduleLinkCheck(world, deviceId, 'up')
}
