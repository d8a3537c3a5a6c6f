/**
 * The trend logs that controllers keep themselves: read whenever a controller is heard again, and every hour, into the
 * history of their points, where that has nothing. How far each log was read is stored after its records.
 */
import { historyDays } from '../../history/history'
import type { World } from '../../kit/world'
import { LinkError, type PointRef, type TrendLog, type TrendPage } from '../../link/port'
import { outOfReachSql } from '../../link/presence'

export const trendLogSchema = `
CREATE TABLE IF NOT EXISTS trend_log (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  object_type TEXT NOT NULL,
  object_instance INTEGER NOT NULL,
  -- which of the values it records
  member INTEGER NOT NULL,
  name TEXT NOT NULL,
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  -- how far it was read, in the words of the link; null while nothing was
  position TEXT,
  -- how many records were read, of how many minutes they are stored, and how many were overwritten before
  records INTEGER NOT NULL DEFAULT 0,
  minutes INTEGER NOT NULL DEFAULT 0,
  missed INTEGER NOT NULL DEFAULT 0,
  -- by how much the clock of the controller was ahead, ms
  clock_ahead_ms INTEGER,
  read_at INTEGER,
  -- why it could not be read the last time, in one word of the controller's protocol
  refusal TEXT,
  PRIMARY KEY (device_id, object_type, object_instance, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS trend_log_by_point ON trend_log (point_id);
`

const intentKind = 'device.trendLogs'
const jobKind = 'trendLogs.read'
const everyMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000
/** A log with more pages counts its records wrongly. */
const maxPages = 20_000

/** Requests the records of a controller's logs, after the current transaction; once while that is not done. */
export function requestTrendLogs({ store, links, histories, intents }: World, deviceId: string): void {
  if (!links.of(deviceId).can.has('trends') || !histories.of(deviceId).fill) return
  const work = JSON.stringify({ deviceId })
  if (store.get('SELECT 1 FROM intent WHERE kind = ? AND work = ?', intentKind, work)) return
  const row = store.get<{ network_id: string }>('SELECT network_id FROM networked_device WHERE device_id = ?', deviceId)
  intents.begin(intentKind, { deviceId }, [`trendLogs:${row?.network_id ?? deviceId}`])
}

/** Registers how logs are read, and again an hour later. */
export function registerTrendLogs(world: World): void {
  const { store, clock, intents, jobs, log } = world
  const jobOf = (deviceId: string) => `${jobKind}/${deviceId}`
  intents.on<{ deviceId: string }, void, void>(intentKind, {
    perform: ({ deviceId }) => readLogs(world, deviceId),
    complete({ deviceId }, outcome) {
      if ('error' in outcome) log.warn({ err: outcome.error, deviceId }, 'trend logs were not read')
      if (store.get('SELECT 1 FROM trend_log WHERE device_id = ?', deviceId))
        jobs.schedule(jobKind, clock.now() + everyMs, { deviceId }, jobOf(deviceId))
    },
  })
  jobs.onRealTime<{ deviceId: string }>(jobKind, ({ deviceId }) => {
    // One that is silent is read when it is heard again.
    if (store.get(`SELECT 1 FROM device WHERE id = ? AND NOT ${outOfReachSql}`, deviceId))
      requestTrendLogs(world, deviceId)
  })
}

/** Reads what is new in all logs of a controller. Throws `LinkError` when it is silent. */
async function readLogs(world: World, deviceId: string): Promise<void> {
  const logs = await world.links.of(deviceId).trendLogs(deviceId)
  for (const { log, point } of storeLogs(world, deviceId, logs)) {
    try {
      await readLog(world, log, point)
    } catch (error) {
      if (!(error instanceof LinkError) || error.refusal === 'unreachable') throw error
      noteLog(world, point, log, { refusal: error.answer ?? error.refusal })
    }
  }
}

interface LoggedPoint {
  log: TrendLog
  point: PointRef
}

/** Stores which logs there are, and returns those of points; what is known of others is forgotten. */
function storeLogs(world: World, deviceId: string, logs: readonly TrendLog[]): LoggedPoint[] {
  const { store } = world
  return store.transaction(() => {
    const points = new Map(
      store
        .all<PointRef>(
          `SELECT id, device_id, object_type, object_instance, kind FROM point
           WHERE device_id = ? AND vanished_at IS NULL`,
          deviceId,
        )
        .map((point) => [`${point.object_type}:${point.object_instance}`, point]),
    )
    const logged = logs.flatMap((log): LoggedPoint[] => {
      const point = points.get(`${log.of.objectType}:${log.of.objectInstance}`)
      return point ? [{ log, point }] : []
    })
    const keys = new Set(logged.map(({ log, point }) => keyOf({ ...log, pointId: point.id })))
    for (const row of store.all<LogKey>(
      `SELECT object_type AS objectType, object_instance AS objectInstance, member, point_id AS pointId
       FROM trend_log WHERE device_id = ?`,
      deviceId,
    ))
      if (!keys.has(keyOf(row)))
        store.run(
          'DELETE FROM trend_log WHERE device_id = ? AND object_type = ? AND object_instance = ? AND member = ?',
          ...[deviceId, row.objectType, row.objectInstance, row.member],
        )
    for (const { log, point } of logged)
      store.run(
        `INSERT INTO trend_log (device_id, object_type, object_instance, member, name, point_id) VALUES (?,?,?,?,?,?)
         ON CONFLICT DO UPDATE SET name = excluded.name`,
        ...[deviceId, log.objectType, log.objectInstance, log.member, log.name, point.id],
      )
    return logged
  })
}

type LogKey = Pick<TrendLog, 'objectType' | 'objectInstance' | 'member'> & { pointId: string }

const keyOf = ({ objectType, objectInstance, member, pointId }: LogKey) =>
  [objectType, objectInstance, member, pointId].join()

/** Reads the records of a log that are new, page by page. */
async function readLog(world: World, log: TrendLog, point: PointRef): Promise<void> {
  const { store, links, histories, clock } = world
  const { objectType, objectInstance, member } = log
  const row = store.get<{ position: string | null }>(
    'SELECT position FROM trend_log WHERE device_id = ? AND object_type = ? AND object_instance = ? AND member = ?',
    ...[point.device_id, objectType, objectInstance, member],
  )
  let position = row?.position ?? null
  const since = clock.now() - historyDays * dayMs
  for (let count = 0; count < maxPages && !world.inFlight.shutdown.aborted; count++) {
    const request = { log: { objectType, objectInstance, member }, point, position, since }
    const page = await links.of(point.device_id).trendPage(point.device_id, request)
    const { readings, until } = page
    const past = { pointId: point.id, isState: point.kind !== 'number', readings, until }
    const minutes = readings.length > 0 ? await histories.of(point.device_id).fill?.(past) : 0
    noteLog(world, point, log, { page, minutes: minutes ?? 0 })
    position = page.position
    if (!page.hasMore) return
  }
}

/** Notes what was read of a log, or why not. */
function noteLog(
  { store, clock }: World,
  point: PointRef,
  { objectType, objectInstance, member }: TrendLog,
  outcome: { page: TrendPage; minutes: number } | { refusal: string },
): void {
  const key = [point.device_id, objectType, objectInstance, member] as const
  const where = 'WHERE device_id = ? AND object_type = ? AND object_instance = ? AND member = ?'
  if ('refusal' in outcome)
    return void store.run(
      `UPDATE trend_log SET refusal = ?, read_at = ? ${where}`,
      outcome.refusal,
      clock.now(),
      ...key,
    )
  const { page, minutes } = outcome
  store.run(
    `UPDATE trend_log SET position = ?, records = records + ?, minutes = minutes + ?, missed = missed + ?,
       clock_ahead_ms = ?, read_at = ?, refusal = NULL ${where}`,
    ...[page.position, page.records, minutes, page.missed],
    ...[page.clockAheadMs === null ? null : Math.round(page.clockAheadMs), clock.now()],
    ...key,
  )
}
