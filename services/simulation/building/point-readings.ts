/** What the points of simulated controllers read: their levels, those of schedules, and what their units do. */
import type { Value } from '../../contracts/points'
import { changesRead, equipmentRead, placeRead, servedIdsAt, servedRead } from '../../history/earlier-inputs'
import { dayBefore, localDayOf } from '../../kit/local-days'
import { type ReadMemory, rememberReads } from '../../kit/read-memory'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import type { PointReading, PointRef } from '../../link/port'
import { commandedValue, commandsOf, weakestLevel } from '../../site/points/priority-array'
import { runsRead, savedRead } from './schedule-levels'
import { loadInputs } from './stages'
import { pointsRead, unitsOn } from './units'
import { isOverwritten, pointsAt, scheduledLevels } from './values'

/** A level of a point as its controller holds it. */
export interface HeldCommand {
  level: number
  /** As JSON. */
  value: string
  at: number
}

/** Returns the levels that points hold beside those of schedules. */
export type HeldCommands = (store: Store, ids: readonly string[]) => ReadonlyMap<string, readonly HeldCommand[]>

/** A request for the readings of points of one controller. */
export interface PointsRequest {
  deviceId: string
  points: readonly PointRef[]
}

/**
 * Returns the readings of points of some controllers, each at the moment its controller was last heard. What the values
 * of a page depend on is read at once.
 */
export function readSimulatedPoints(world: World, requests: readonly PointsRequest[]): PointReading[][] {
  const { clock } = world
  const store = rememberReads(world.store)
  const now = clock.now()
  const deviceIds = requests.map(({ deviceId }) => deviceId)
  const devices = store.all<{ id: string; offline_since: number | null }>(
    'SELECT id, offline_since FROM device WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(deviceIds),
  )
  const silentSince = new Map(devices.map(({ id, offline_since }) => [id, offline_since ?? now]))
  const moments = new Map(deviceIds.map((id) => [id, Math.min(silentSince.get(id) ?? now, now)]))
  const written = commandsOf(
    store,
    requests.flatMap(({ points }) => points.map(({ id }) => id)),
  )
  loadUnits(
    { ...world, store },
    deviceIds.filter((id) => moments.get(id) === now),
    now,
  )
  return requests.map(({ deviceId, points }) =>
    readingsAt({ ...world, store }, deviceId, { points, at: moments.get(deviceId) ?? now, heldOf: () => written }),
  )
}

/** Reads at once what the values of controllers depend on at a moment. */
function loadUnits(world: World & { store: ReadMemory }, deviceIds: readonly string[], at: number): void {
  const { store } = world
  if (deviceIds.length < 2) return
  store.loadEach(placeRead, deviceIds, at)
  store.loadEach(servedRead, deviceIds, at)
  store.loadEach(pointsRead, deviceIds)
  store.loadEach(runsRead, deviceIds)
  store.loadEach(savedRead, deviceIds)
  const served = deviceIds.flatMap((id) => servedIdsAt(store, id, at))
  store.loadEach(equipmentRead, served, at)
  const units = deviceIds.flatMap((id) => unitsOn(world, id, at))
  for (const timeZone of new Set(units.map((unit) => unit.timeZone))) {
    const day = localDayOf(at, timeZone)
    const { start } = dayBefore(day, timeZone)
    const own = units.filter((unit) => unit.timeZone === timeZone)
    loadInputs(store, own, day)
    const boxes = own.flatMap(({ id, kind, deviceId }) => (kind === 'box' && id !== deviceId ? [id] : []))
    store.loadEach(changesRead, boxes, start, day.end)
    store.loadEach(equipmentRead, boxes, start)
  }
}

/** Returns a function whose calls of one turn are answered together. */
export function together<Request, Answer>(
  answer: (requests: readonly Request[]) => readonly Answer[],
): (request: Request) => Promise<Answer> {
  let waiting: { request: Request; resolve(answer: Answer): void; reject(error: unknown): void }[] = []
  const run = () => {
    const all = waiting
    waiting = []
    try {
      const answers = answer(all.map(({ request }) => request))
      for (const [at, { resolve }] of all.entries()) resolve(answers[at] as Answer)
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ request, resolve, reject }) === 1) queueMicrotask(run)
    })
}

/** Returns the readings of points at a moment. */
export function readingsAt(
  world: World,
  deviceId: string,
  { points, at, heldOf }: { points: readonly PointRef[]; at: number; heldOf: HeldCommands },
): PointReading[] {
  const ids = points.map(({ id }) => id)
  const written = heldOf(world.store, ids)
  const scheduled = scheduledLevels(world, deviceId, { at, points })
  const commandedIds = new Set([...written.keys(), ...scheduled.keys()])
  const readings = pointsAt(world, deviceId, { at, ids: new Set(ids), commandedIds })
  const defaults = defaultsOf(
    world,
    ids.filter((id) => readings.get(id)?.value == null || readings.get(id)?.free == null),
  )
  return points.map((point) => {
    const manual = (written.get(point.id) ?? [])
      .filter(({ level, at: writtenAt }) => level !== weakestLevel || !isOverwritten(world, point, { writtenAt, at }))
      .map((command) => ({
        level: command.level,
        value: commandedValue(command),
        at: command.at,
        isScheduled: false,
      }))
    const bySchedules = (scheduled.get(point.id) ?? [])
      .filter(({ level }) => !manual.some((command) => command.level === level))
      .flatMap(({ level, value }) => (value === null ? [] : [{ level, value, at, isScheduled: true }]))
    const levels = [...manual, ...bySchedules].sort((a, b) => a.level - b.level)
    const reading = readings.get(point.id)
    const ownDefault = defaults.get(point.id) ?? null
    const [strongest] = levels
    return {
      pointId: point.id,
      at,
      value: strongest ? strongest.value : (reading?.value ?? ownDefault),
      relinquishDefault: reading?.free ?? ownDefault,
      levels,
    }
  })
}

/** Returns what points without a unit read once every level is released. */
function defaultsOf({ store }: World, ids: readonly string[]): Map<string, Value> {
  if (ids.length === 0) return new Map()
  const rows = store.all<{ id: string; relinquish_default: string }>(
    'SELECT id, relinquish_default FROM point WHERE relinquish_default IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  return new Map(rows.map(({ id, relinquish_default }) => [id, JSON.parse(relinquish_default) as Value]))
}
