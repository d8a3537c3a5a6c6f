/** Time settings as stored and as returned, and the clock of a controller (domain §5.7). */
import type { DeviceTime } from '../contracts/configuration-kinds'
import { fail } from '../kit/api-error'
import { timestamp } from '../kit/clock'
import type { World } from '../kit/world'
import type { DeviceClock } from '../link/registry'
import { mayChange } from '../link/writing'
import { offsetAt, savingAt, toZonedTime } from './zones'

/** The complete settings of one controller. */
export interface TimeSettings {
  timeZone: string
  autoTime: boolean
  ntpServers: string[]
  dateTime: string | null
}

export interface TimeRecord {
  device_id: string
  saved: string
  sent: string | null
  running: string
  version: number
  clock_offset_ms: number
  clock_set_at: number | null
}

interface DeviceRow {
  host_id: string
  time_zone: string
  onboarded: number
  offline_since: number | null
}

/** Returns the row of a controller, or one with its factory settings. Throws 4005 when there is no such controller. */
export function readTime({ store }: World, deviceId: string): TimeRecord {
  const row = store.get<TimeRecord>('SELECT * FROM time_setting WHERE device_id = ?', deviceId)
  if (row) return row
  const site = store.get<{ time_zone: string }>(
    'SELECT time_zone FROM device JOIN site ON site.id = device.site_id WHERE device.id = ?',
    deviceId,
  )
  if (!site) return fail(4005)
  const settings: TimeSettings = {
    timeZone: site.time_zone,
    autoTime: true,
    ntpServers: ['0.pool.ntp.org'],
    dateTime: null,
  }
  const text = JSON.stringify(settings)
  return {
    device_id: deviceId,
    saved: text,
    sent: null,
    running: text,
    version: 1,
    clock_offset_ms: 0,
    clock_set_at: null,
  }
}

export const timeSettingsOf = (text: string) => JSON.parse(text) as TimeSettings

/** Stores new settings under a new eTag. */
export function storeTime({ store }: World, row: TimeRecord, settings: TimeSettings): TimeRecord {
  const next = { ...row, saved: JSON.stringify(settings), version: row.version + 1 }
  store.run(
    `INSERT INTO time_setting (device_id, saved, running, version) VALUES (?,?,?,?)
     ON CONFLICT (device_id) DO UPDATE SET saved = excluded.saved, version = excluded.version`,
    next.device_id,
    next.saved,
    next.running,
    next.version,
  )
  return next
}

/** Returns the saved settings and the time of the controller's clock, if it is known. */
export function toDeviceTime(
  world: World,
  row: TimeRecord,
  { clock, can }: DeviceClock = { clock: null, can: world.links.of(row.device_id).can },
): DeviceTime & { eTag: string } {
  const device = world.store.get<DeviceRow>(
    `SELECT host_id, onboarded, offline_since, site.time_zone AS time_zone
     FROM device JOIN site ON site.id = device.site_id WHERE device.id = ?`,
    row.device_id,
  )
  const running = timeSettingsOf(row.running)
  const now = world.clock.now()
  const saving = savingAt(running.timeZone, now)
  const hasSettings = can.has('time')
  return {
    eTag: `${row.device_id.slice(0, 8)}.t${row.version}`,
    deviceId: row.device_id,
    ...timeSettingsOf(row.saved),
    currentDeviceTime: device?.onboarded && clock ? toZonedTime(running.timeZone, clock.time) : null,
    offsetSec: offsetAt(running.timeZone, now),
    dstActive: saving.dstActive,
    nextDstTransition: saving.nextTransition === null ? null : timestamp(saving.nextTransition),
    lastNtpSync: device?.onboarded && clock?.syncedAt != null ? timestamp(clock.syncedAt) : null,
    ...(hasSettings ? {} : { hasSettings }),
    ...(can.has('clock') ? { clockSetting: mayChange(world, row.device_id) ? 'possible' : 'writingOff' } : {}),
  }
}
