/**
 * The historian of controllers (domain §6.3). Only controllers with changed settings have a row: the others store all
 * their points, numbers every minute and states on change. Previous settings remain valid for the time before a change.
 */
import type { Historian, KeptPoint } from '../../contracts/historian'
import type { PointKind } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { isArchived } from '../../kit/require-on-some-device'
import { scopeOfCustomer, scopeOfDevice } from '../../kit/scope'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { ensurePoints } from './model-objects'

export const historianSchema = `
CREATE TABLE IF NOT EXISTS historian (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  retention_days INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS historian_by_customer ON historian (customer_id);

-- of controllers that have a row above; what is not here is not kept
CREATE TABLE IF NOT EXISTS historian_point (
  point_id TEXT PRIMARY KEY REFERENCES point (id) ON DELETE CASCADE,
  device_id TEXT NOT NULL REFERENCES historian (device_id) ON DELETE CASCADE,
  mode TEXT NOT NULL CHECK (mode IN ('cov', 'interval')),
  interval_sec INTEGER NOT NULL,
  cov_increment REAL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS historian_point_by_device ON historian_point (device_id);

-- the settings before those above, with the moment at which they were changed
CREATE TABLE IF NOT EXISTS earlier_historian (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  until_at INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  retention_days INTEGER NOT NULL,
  PRIMARY KEY (device_id, until_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS earlier_historian_point (
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  until_at INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('cov', 'interval')),
  interval_sec INTEGER NOT NULL,
  cov_increment REAL,
  PRIMARY KEY (point_id, until_at),
  FOREIGN KEY (device_id, until_at) REFERENCES earlier_historian (device_id, until_at) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS earlier_historian_point_by_device ON earlier_historian_point (device_id, until_at);
`

const defaultRetentionDays = 400
const defaultIntervalSec = 60
const dayMs = 24 * 60 * 60_000

interface Row {
  enabled: number
  retention_days: number
  version: number
}

interface PointRow {
  id: string
  mode: KeptPoint['mode'] | null
  interval_sec: number | null
  cov_increment: number | null
}

/** Returns how the points of a controller are stored, by point id; points that are not stored are absent. */
export function storedPoints(store: Store, deviceId: string): Map<string, KeptPoint> {
  const own = rowOf(store, deviceId)
  const rows = own
    ? store.all<PointRow>(
        `SELECT point_id AS id, mode, interval_sec, historian_point.cov_increment FROM historian_point
         JOIN point ON point.id = point_id WHERE historian_point.device_id = ? ORDER BY name, id`,
        deviceId,
      )
    : store.all<PointRow>(
        `SELECT id, CASE kind WHEN 'number' THEN 'interval' ELSE 'cov' END AS mode, NULL AS interval_sec,
           NULL AS cov_increment
         FROM point WHERE device_id = ? ORDER BY name, id`,
        deviceId,
      )
  return new Map(rows.map((row) => [row.id, toKeptPoint(row)]))
}

const toKeptPoint = ({ id, mode, interval_sec, cov_increment }: PointRow): KeptPoint => ({
  pointId: id,
  mode: mode ?? 'cov',
  intervalSec: interval_sec ?? defaultIntervalSec,
  covIncrement: cov_increment,
})

interface HistorianPoint {
  id: string
  device_id: string
  kind: PointKind
}

/** Returns a function that says whether and how one of some points is stored. */
export function storageOf(store: Store, points: readonly HistorianPoint[]) {
  const settings = store.all<{ device_id: string; enabled: number }>(
    'SELECT device_id, enabled FROM historian WHERE device_id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(points.map(({ device_id }) => device_id))]),
  )
  const isOn = new Map(settings.map(({ device_id, enabled }) => [device_id, enabled !== 0]))
  const listed = points.filter(({ device_id }) => isOn.has(device_id)).map(({ id }) => id)
  const rows = store.all<Omit<PointRow, 'cov_increment'>>(
    'SELECT point_id AS id, mode, interval_sec FROM historian_point WHERE point_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(listed),
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  return ({ id, device_id, kind }: HistorianPoint) => {
    const own = stored.get(id)
    const { mode, interval_sec } = own ?? { mode: defaultModeOf(kind), interval_sec: null }
    return {
      enabled: isOn.has(device_id) ? isOn.get(device_id) === true && own !== undefined : true,
      mode: mode ?? 'cov',
      intervalSec: interval_sec ?? defaultIntervalSec,
    }
  }
}

const defaultModeOf = (kind: PointKind) => (kind === 'number' ? 'interval' : 'cov')

/** Whether a controller stores any point. */
export const storesAny = (store: Store, deviceId: string): boolean => rowOf(store, deviceId)?.enabled !== 0

const rowOf = (store: Store, deviceId: string) =>
  store.get<Row>('SELECT enabled, retention_days, version FROM historian WHERE device_id = ?', deviceId)

/** Settings of a controller that were valid until a moment, ms; without an end for the current ones. */
interface Period {
  until: number
  isOn: boolean
  stored: ReadonlyMap<string, KeptPoint>
}

export interface HistorianSettings {
  /** In order of time, only those valid after `since`; the last has no end. */
  periods: Period[]
  /** Older samples are deleted, ms: also by former settings with a shorter retention. */
  deletedBefore: number
}

/** Returns the settings of a controller that determine the available samples of some points since a moment. */
export function settingsSince(
  { store, clock }: World,
  deviceId: string,
  { since, pointIds }: { since: number; pointIds: readonly string[] },
): HistorianSettings {
  const earlier = store.all<Pick<Row, 'enabled' | 'retention_days'> & { until_at: number }>(
    'SELECT until_at, enabled, retention_days FROM earlier_historian WHERE device_id = ? ORDER BY until_at',
    deviceId,
  )
  const points = store.all<PointRow & { until_at: number }>(
    `SELECT point_id AS id, until_at, mode, interval_sec, cov_increment FROM earlier_historian_point
     WHERE point_id IN (SELECT value FROM json_each(?)) AND until_at > ?`,
    JSON.stringify(pointIds),
    since,
  )
  return {
    periods: [
      ...earlier
        .filter(({ until_at }) => until_at > since)
        .map(({ until_at, enabled }) => ({
          until: until_at,
          isOn: enabled === 1,
          stored: new Map(points.filter((row) => row.until_at === until_at).map((row) => [row.id, toKeptPoint(row)])),
        })),
      { until: Number.POSITIVE_INFINITY, isOn: storesAny(store, deviceId), stored: storedPoints(store, deviceId) },
    ],
    deletedBefore: Math.max(
      clock.now() - retentionOf(store, deviceId) * dayMs,
      ...earlier.map(({ until_at, retention_days }) => until_at - retention_days * dayMs),
    ),
  }
}

const retentionOf = (store: Store, deviceId: string) => rowOf(store, deviceId)?.retention_days ?? defaultRetentionDays

/** Stores the settings of a controller for the time before now, and deletes those without any samples left. */
function archiveSettings(world: World, deviceId: string): void {
  const { store } = world
  const now = world.clock.now()
  const { deletedBefore } = settingsSince(world, deviceId, { since: now, pointIds: [] })
  store.run('DELETE FROM earlier_historian WHERE device_id = ? AND until_at <= ?', deviceId, deletedBefore)
  const isNew = store.run(
    'INSERT OR IGNORE INTO earlier_historian (device_id, until_at, enabled, retention_days) VALUES (?,?,?,?)',
    deviceId,
    now,
    storesAny(store, deviceId) ? 1 : 0,
    retentionOf(store, deviceId),
  )
  // Settings replaced within the same moment were never valid.
  if (!isNew) return
  for (const { pointId, mode, intervalSec, covIncrement } of storedPoints(store, deviceId).values())
    store.run(
      `INSERT INTO earlier_historian_point (point_id, until_at, device_id, mode, interval_sec, cov_increment)
       VALUES (?,?,?,?,?,?)`,
      pointId,
      now,
      deviceId,
      mode,
      intervalSec,
      covIncrement ?? null,
    )
}

type Calls = Pick<Handlers<typeof site>, 'getHistorian' | 'saveHistorian' | 'historianTotals'>

export const historian: Calls = {
  getHistorian({ params, require, world }) {
    require(scopeOfDevice(world.store, params.id))
    ensurePoints(world, params.id)
    return toHistorian(world.store, params.id)
  },

  saveHistorian({ body, headers, params, require, world }) {
    const { store } = world
    require(scopeOfDevice(store, params.id))
    const { customer_id: customerId } =
      store.get<{ customer_id: string }>('SELECT customer_id FROM device WHERE id = ?', params.id) ?? fail(4005)
    if (isArchived(world, customerId)) fail(4202)
    ensurePoints(world, params.id)
    const current = toHistorian(store, params.id)
    requireCurrent({ body: body.eTag, ifMatch: headers['if-match'], current, required: true })
    rejectUnknownPoints(store, params.id, body.points)
    archiveSettings(world, params.id)
    store.run('DELETE FROM historian_point WHERE device_id = ?', params.id)
    store.run(
      `INSERT INTO historian (device_id, customer_id, enabled, retention_days, version) VALUES (?,?,?,?,2)
       ON CONFLICT DO UPDATE SET enabled = excluded.enabled, retention_days = excluded.retention_days,
         version = version + 1`,
      params.id,
      customerId,
      body.enabled ? 1 : 0,
      body.retentionDays,
    )
    for (const { pointId, mode, intervalSec, covIncrement } of body.points)
      store.run(
        'INSERT INTO historian_point (point_id, device_id, mode, interval_sec, cov_increment) VALUES (?,?,?,?,?)',
        pointId,
        params.id,
        mode,
        intervalSec,
        covIncrement ?? null,
      )
    return toHistorian(store, params.id)
  },

  historianTotals({ query, require, world }) {
    require(scopeOfCustomer(world.store, query.customerId))
    return totals(world, query.customerId)
  },
}

function toHistorian(store: Store, deviceId: string): Historian & { eTag: string } {
  const own = rowOf(store, deviceId)
  const pointCount = store.get<{ n: number }>('SELECT count(*) AS n FROM point WHERE device_id = ?', deviceId)
  return {
    deviceId,
    eTag: String(own?.version ?? 1),
    enabled: own?.enabled !== 0,
    retentionDays: own?.retention_days ?? defaultRetentionDays,
    pointCount: pointCount?.n ?? 0,
    points: [...storedPoints(store, deviceId).values()],
  }
}

/** Throws unless every named point is one of the controller's, named once. */
function rejectUnknownPoints(store: Store, deviceId: string, points: readonly { pointId: string }[]): void {
  const own = new Set(
    store.all<{ id: string }>('SELECT id FROM point WHERE device_id = ?', deviceId).map(({ id }) => id),
  )
  const errors: Record<string, string> = {}
  const seenIds = new Set<string>()
  for (const [at, { pointId }] of points.entries()) {
    if (!own.has(pointId)) errors[`points[${at}].pointId`] = 'errors.historian.unknown'
    else if (seenIds.has(pointId)) errors[`points[${at}].pointId`] = 'errors.historian.twice'
    seenIds.add(pointId)
  }
  if (Object.keys(errors).length > 0) fail(4000, { errors })
}

/** Points without settings are counted by their kind, without writing any. */
function totals({ store }: World, customerId: string) {
  const count = (sql: string) => store.get<{ n: number }>(sql, customerId)?.n ?? 0
  // Controllers that are not onboarded have an index of their own: counting the others would read every controller.
  const devices =
    count('SELECT count(*) AS n FROM device WHERE customer_id = ?') -
    count(
      `SELECT count(*) AS n FROM device
       WHERE customer_id = ? AND onboarded = 0 AND (onboarded = 0 OR offline_since IS NOT NULL)`,
    )
  const own = store.all<{ enabled: number; retention_days: number; n: number }>(
    'SELECT enabled, retention_days, count(*) AS n FROM historian WHERE customer_id = ? GROUP BY enabled, retention_days',
    customerId,
  )
  const storedCounts = store.all<{ mode: KeptPoint['mode']; interval_sec: number; n: number }>(
    `SELECT mode, interval_sec, count(*) AS n FROM historian JOIN historian_point USING (device_id)
     WHERE customer_id = ? AND enabled = 1 GROUP BY mode, interval_sec`,
    customerId,
  )
  const defaultCounts = store.all<{ isNumber: number; n: number }>(
    `SELECT kind = 'number' AS isNumber, count(*) AS n FROM point
     WHERE customer_id = ? AND device_id NOT IN (SELECT device_id FROM historian) GROUP BY isNumber`,
    customerId,
  )
  const usualOf = (isNumber: number) => defaultCounts.find((one) => one.isNumber === isNumber)?.n ?? 0
  const intervals = new Map<number, number>()
  if (usualOf(1) > 0) intervals.set(defaultIntervalSec, usualOf(1))
  for (const { mode, interval_sec, n } of storedCounts)
    if (mode === 'interval') intervals.set(interval_sec, (intervals.get(interval_sec) ?? 0) + n)
  const onChange = usualOf(0) + storedCounts.reduce((sum, { mode, n }) => sum + (mode === 'cov' ? n : 0), 0)
  const set = own.reduce((sum, { n }) => sum + n, 0)
  const days = [
    ...own.flatMap(({ enabled, retention_days }) => (enabled ? [retention_days] : [])),
    ...(devices > set ? [defaultRetentionDays] : []),
  ]
  return {
    devices,
    devicesOff: own.reduce((sum, { enabled, n }) => sum + (enabled ? 0 : n), 0),
    points: onChange + [...intervals.values()].reduce((sum, n) => sum + n, 0),
    onChange,
    intervals: [...intervals]
      .sort(([one], [other]) => one - other)
      .map(([intervalSec, points]) => ({ intervalSec, points })),
    leastRetentionDays: days.length > 0 ? Math.min(...days) : null,
    mostRetentionDays: days.length > 0 ? Math.max(...days) : null,
  }
}
