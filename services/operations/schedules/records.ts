/** Schedule documents as stored, and their sync states (domain §3.1, §12.2). */

import type { ScheduleWarning } from '../../contracts/schedule-checks'
import type { Calendar, Schedule, ScheduleDocument, SyncState } from '../../contracts/schedules'
import { timestamp } from '../../kit/clock'
import type { TenantScope } from '../../kit/scope'
import type { World } from '../../kit/world'
import { type ControllerRow, type OnController, onControllerOf } from './on-controller'
import { type ResolutionInput, scheduleValueAt } from './resolution'

interface Row extends ControllerRow {
  device_id: string
  host_id: string
  tenant_id: string
  customer_id: string
  time_zone: string
  calendars: string | null
  schedules: string | null
  version: number | null
  sync_state: SyncState | null
  last_synced_at: number | null
  updated_at: number | null
  updated_by_id: string | null
  updated_by_name: string | null
}

/** A controller with its schedule document. */
export interface ScheduleHost {
  deviceId: string
  /** Empty for a controller that is not onboarded. */
  hostId: string
  scope: Required<TenantScope>
  timeZone: string
  calendars: Calendar[]
  schedules: Schedule[]
  /** Counts the documents that were saved; 0 before the first. */
  version: number
  eTag: string
  syncState: SyncState
  lastSyncedAt: number | null
  updatedAt: number | null
  updatedBy: { id: string; fullName: string } | null
  /** What the controller itself has and states; null for one that runs what was saved. */
  onController: OnController | null
}

/** Returns a host by the controller's id or its host id. */
export function findHost({ store }: Pick<World, 'store'>, id: string): ScheduleHost | undefined {
  const row = store.get<Row>(
    `SELECT ${hostColumns}
     FROM device JOIN site ON site.id = device.site_id LEFT JOIN host_schedule AS host ON host.device_id = device.id
       ${ofController}
     WHERE device.id = ? OR (device.host_id = ? AND device.host_id <> '')`,
    id,
    id,
  )
  return row && hostOf(row)
}

/** The columns of a host, from `device`, its `site` and its `host`, which may be missing. */
const hostColumns = `device.id AS device_id, device.host_id, device.tenant_id, device.customer_id, site.time_zone,
  host.calendars, host.schedules, host.version, host.sync_state, host.last_synced_at, host.updated_at,
  host.updated_by_id, host.updated_by_name, networked.device_id AS networked_id, device.offline_since, copy.unreadable, copy.states,
  copy.deliveries, copy.read_at, writing.is_on, writing.objects`
const ofController = `LEFT JOIN networked_device AS networked ON networked.device_id = device.id
  LEFT JOIN controller_schedule AS copy ON copy.device_id = device.id
  LEFT JOIN device_writing AS writing ON writing.device_id = device.id`

/** Returns the hosts of the controllers that have a document. */
export function hostsOf({ store }: Pick<World, 'store'>, deviceIds: readonly string[]): Map<string, ScheduleHost> {
  const rows = store.all<Row>(
    `SELECT ${hostColumns}
     FROM host_schedule AS host JOIN device ON device.id = host.device_id JOIN site ON site.id = device.site_id
       ${ofController}
     WHERE host.device_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(deviceIds)]),
  )
  return new Map(rows.map((row) => [row.device_id, hostOf(row)]))
}

const hostOf = (row: Row): ScheduleHost => ({
  deviceId: row.device_id,
  hostId: row.host_id,
  scope: { tenantId: row.tenant_id, customerId: row.customer_id },
  timeZone: row.time_zone,
  calendars: JSON.parse(row.calendars ?? '[]') as Calendar[],
  schedules: JSON.parse(row.schedules ?? '[]') as Schedule[],
  version: row.version ?? 0,
  eTag: `v${row.version ?? 0}`,
  syncState: row.sync_state ?? 'inSync',
  lastSyncedAt: row.last_synced_at,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by_id ? { id: row.updated_by_id, fullName: row.updated_by_name ?? '' } : null,
  onController: row.networked_id === null ? null : onControllerOf(row),
})

/** Returns the inputs for resolving one schedule of a host. */
export const resolutionOf = ({ calendars, timeZone }: ScheduleHost, schedule: Schedule): ResolutionInput => ({
  schedule,
  calendars,
  timeZone,
})

/** Returns the document as the service returns it, each schedule with its state at `now`. */
export function toScheduleDocument(
  host: ScheduleHost,
  now: number,
  warnings: ScheduleWarning[] = [],
): ScheduleDocument {
  const { hostId, deviceId, timeZone, eTag, syncState, updatedBy, calendars, onController } = host
  return {
    hostId,
    deviceId,
    timeZone,
    eTag,
    syncState,
    lastSyncedAt: host.lastSyncedAt === null ? null : timestamp(host.lastSyncedAt),
    updatedAt: host.updatedAt === null ? null : timestamp(host.updatedAt),
    updatedBy,
    calendars: onController
      ? calendars.map((one) => ({ ...one, isWritable: onController.isWritable('calendar', one) }))
      : calendars,
    schedules: host.schedules.map((schedule) => ({ ...schedule, ...stateAt(host, schedule, now) })),
    ...(warnings.length ? { warnings } : {}),
    ...(onController ? { controller: onController.summary } : {}),
  }
}

/** Returns what a schedule is at `now`: of a controller of another maker, only what that states itself. */
function stateAt(host: ScheduleHost, schedule: Schedule, now: number): Partial<Schedule> {
  const { onController } = host
  if (onController)
    return { ...onController.stateOf(schedule), isWritable: onController.isWritable('schedule', schedule) }
  return {
    presentValue: scheduleValueAt(resolutionOf(host, schedule), now),
    statusFlags: { inAlarm: false, fault: false, overridden: false, outOfService: schedule.outOfService },
    reliability: 'noFaultDetected',
  }
}

interface Replacement {
  calendars: readonly Calendar[]
  schedules: readonly Schedule[]
  syncState: SyncState
  /** Null for a change on the controller. */
  by: { id: string; fullName: string } | null
}

/** Replaces the document; its eTag changes. The controller runs the old one until it has received this one. */
export function replaceDocument(
  { store, clock }: World,
  host: ScheduleHost,
  { by, ...replacement }: Replacement,
): void {
  store.run(
    `INSERT INTO host_schedule (device_id, tenant_id, customer_id, calendars, schedules, version, sync_state,
       last_synced_at, updated_at, updated_by_id, updated_by_name)
     VALUES (?,?,?,?,?,1,?,NULL,?,?,?)
     ON CONFLICT (device_id) DO UPDATE SET calendars = excluded.calendars, schedules = excluded.schedules,
       version = version + 1, sync_state = excluded.sync_state, updated_at = excluded.updated_at,
       updated_by_id = excluded.updated_by_id, updated_by_name = excluded.updated_by_name`,
    host.deviceId,
    host.scope.tenantId,
    host.scope.customerId,
    JSON.stringify(replacement.calendars),
    JSON.stringify(replacement.schedules),
    replacement.syncState,
    clock.now(),
    by?.id ?? null,
    by?.fullName ?? null,
  )
}

const moves: Readonly<Record<SyncState, readonly SyncState[]>> = {
  inSync: [],
  pendingSend: ['sending', 'failed'],
  sending: ['inSync', 'failed', 'pendingSend'],
  failed: [],
  deviceChanged: [],
}

/** Moves a document to another sync state, unless the transition is illegal; returns whether it did. */
export function moveSync({ store, clock }: World, deviceId: string, to: SyncState): boolean {
  const row = store.get<{ sync_state: SyncState }>('SELECT sync_state FROM host_schedule WHERE device_id = ?', deviceId)
  if (!row || !moves[row.sync_state].includes(to)) return false
  store.run('UPDATE host_schedule SET sync_state = ? WHERE device_id = ?', to, deviceId)
  if (to === 'inSync')
    store.run('UPDATE host_schedule SET last_synced_at = ? WHERE device_id = ?', clock.now(), deviceId)
  return true
}
