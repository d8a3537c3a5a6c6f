/** Snapshots: the content of a send, and what a controller runs after it has confirmed (domain §5.1). */
import type { ConfigurationType } from '../contracts/site'
import type { Store } from '../kit/store'
import type { World } from '../kit/world'
import { timeSettingsOf } from './time-records'
import { parseLocalTime } from './zones'

/** The tables of the kinds of settings that are copied into their send. */
export const settingTables = { network: 'network_setting', time: 'time_setting', bacnet: 'bacnet_setting' } as const

/** Copies the saved content into the send. */
export function copyToSent(store: Store, deviceId: string, type: ConfigurationType): void {
  if (type in settingTables)
    store.run(
      `UPDATE ${settingTables[type as keyof typeof settingTables]} SET sent = saved WHERE device_id = ?`,
      deviceId,
    )
  if (type === 'gfx')
    store.run(
      `INSERT OR REPLACE INTO sent_graphics (device_id, file_name, size, sha256)
       SELECT device_id, file_name, size, sha256 FROM gfx_file WHERE device_id = ?`,
      deviceId,
    )
}

/** Copies the sent content into what the controller runs; `isNewest` when nothing was saved since. */
export function copyToRunning(world: World, deviceId: string, type: ConfigurationType, isNewest: boolean): void {
  const { store } = world
  if (type === 'time') setClock(world, deviceId)
  if (type === 'bacnet') {
    store.run('UPDATE bacnet_setting SET running = sent WHERE device_id = ? AND sent IS NOT NULL', deviceId)
  }
  if (type === 'users' && isNewest) store.run('UPDATE admin_user SET secret = NULL WHERE device_id = ?', deviceId)
}

function setClock({ store, clock }: World, deviceId: string): void {
  const row = store.get<{ sent: string | null }>('SELECT sent FROM time_setting WHERE device_id = ?', deviceId)
  if (!row?.sent) return
  const { autoTime, dateTime, timeZone } = timeSettingsOf(row.sent)
  const byHand = !autoTime && dateTime !== null
  store.run(
    `UPDATE time_setting SET running = sent, clock_set_at = ?,
       clock_offset_ms = CASE WHEN ? IS NULL THEN clock_offset_ms ELSE ? END
     WHERE device_id = ?`,
    autoTime ? null : clock.now(),
    byHand || autoTime ? 1 : null,
    byHand ? parseLocalTime(dateTime, timeZone) - clock.now() : 0,
    deviceId,
  )
}
