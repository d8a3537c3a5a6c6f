/**
 * Points that a controller watches by itself: limit, deadband and delay on a value that swings with the day. Nothing
 * is computed between two events; each one schedules the next (domain §12.2).
 */
import type { World } from '../kit/world'
import { type AlarmKind, type AlarmKindName, alarmKinds } from './alarm-kinds'
import { report } from './alarm-records'

export const monitorSchema = `
CREATE TABLE IF NOT EXISTS alarm_monitor (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  point_id TEXT REFERENCES point (id) ON DELETE CASCADE,
  equipment_id TEXT REFERENCES equipment (id) ON DELETE SET NULL,
  kind TEXT NOT NULL,
  -- the value swings between mean - swing and mean + swing
  mean REAL NOT NULL,
  swing REAL NOT NULL,
  period_min INTEGER NOT NULL,
  -- the moment at which it rises through its mean, ms
  rises_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS alarm_monitor_by_device ON alarm_monitor (device_id);
CREATE INDEX IF NOT EXISTS alarm_monitor_by_point ON alarm_monitor (point_id) WHERE point_id IS NOT NULL;
`

export interface Monitor {
  id: string
  device_id: string
  point_id: string | null
  equipment_id: string | null
  kind: AlarmKindName
  mean: number
  swing: number
  period_min: number
  rises_at: number
}

/** How long a value must be beyond its limit, or back within it, before anybody is told. */
const delayMs = 60_000
const stepMs = 15_000

const job = (id: string) => `alarm.monitor:${id}`

/** Has a monitor look at its point from now on. */
export function startMonitor({ jobs, clock }: World, id: string): void {
  jobs.schedule('alarm.monitor', clock.now(), { id }, job(id))
}

export function registerMonitors(world: World): void {
  const { jobs, store } = world
  jobs.on<{ id: string; into?: 'raised' | 'normal' }>('alarm.monitor', ({ id, into }, at) => {
    const monitor = store.get<Monitor>('SELECT * FROM alarm_monitor WHERE id = ?', id)
    if (!monitor) return
    const isSilent = store.get('SELECT 1 FROM device WHERE id = ? AND offline_since IS NOT NULL', monitor.device_id)
    if (into && !isSilent) tell(world, monitor, { into, at })
    const next = nextChange(monitor, { from: at, raised: into === 'raised' })
    if (next) jobs.schedule('alarm.monitor', next, { id, into: into === 'raised' ? 'normal' : 'raised' }, job(id))
  })
}

function tell(world: World, monitor: Monitor, { into, at }: { into: 'raised' | 'normal'; at: number }): void {
  const point = monitor.point_id
    ? world.store.get<{ id: string; display_name: string; object_type: string; object_instance: number }>(
        'SELECT id, display_name, object_type, object_instance FROM point WHERE id = ?',
        monitor.point_id,
      )
    : undefined
  report(world, {
    deviceId: monitor.device_id,
    kind: monitor.kind,
    into: into === 'normal' ? 'normal' : alarmKinds[monitor.kind].eventState,
    equipmentId: monitor.equipment_id,
    presentValue: Math.round(valueAt(monitor, at) * 10) / 10,
    point: point && {
      id: point.id,
      name: point.display_name,
      objectType: point.object_type,
      objectInstance: point.object_instance,
    },
  })
}

export const valueAt = ({ mean, swing, period_min, rises_at }: Monitor, at: number): number =>
  mean + swing * Math.sin((2 * Math.PI * (at - rises_at)) / (period_min * 60_000))

/** When the value will have been beyond its limit, or back by its deadband, for the delay; undefined if never. */
export function nextChange(monitor: Monitor, { from, raised }: { from: number; raised: boolean }): number | undefined {
  const limit: AlarmKind['limit'] = alarmKinds[monitor.kind].limit
  if (!limit || typeof limit.value !== 'number') return undefined
  const sign = limit.kind === 'low' ? -1 : 1
  const edge = sign * limit.value - (raised ? (limit.deadband ?? 0) : 0)
  const until = from + 2 * monitor.period_min * 60_000
  let since: number | undefined
  for (let at = from; at <= until; at += stepMs) {
    const beyond = sign * valueAt(monitor, at) > edge
    if (beyond === raised) since = undefined
    else {
      since ??= at
      if (at - since >= delayMs) return at
    }
  }
  return undefined
}
