/** What the points of simulated controllers read: their levels, those of schedules, and what their units do. */
import type { Value } from '../../contracts/points'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import type { PointReading, PointRef } from '../../link/port'
import { commandedValue, commandsOf, weakestLevel } from '../../site/points/priority-array'
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

/** Returns the readings of points at the moment their controller was last heard. */
export function readSimulatedPoints(world: World, deviceId: string, points: readonly PointRef[]): PointReading[] {
  const { store, clock } = world
  const device = store.get<{ offline_since: number | null }>('SELECT offline_since FROM device WHERE id = ?', deviceId)
  const at = Math.min(device?.offline_since ?? clock.now(), clock.now())
  return readingsAt(world, deviceId, { points, at, heldOf: commandsOf })
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
