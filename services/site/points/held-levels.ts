/**
 * The levels that controllers report as held, beside those that this installation wrote: of other workstations, of
 * programs, and of whoever wrote over a command of this installation or released it.
 */
import type { Value } from '../../contracts/points'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import type { HeldLevels } from '../../link/port'
import { commandedValue, isSameValue, operatorLevel } from './priority-array'
import { recordPointWrite } from './write-history'
import { cancelRelease, isBeingWritten } from './writes'

/** Adds the column of levels of others to a store that was created without it. */
export function addSeenColumn(store: Store): void {
  const exists = store.get(`SELECT 1 FROM pragma_table_info('point_command') WHERE name = 'is_seen'`)
  if (!exists) store.exec('ALTER TABLE point_command ADD COLUMN is_seen INTEGER NOT NULL DEFAULT 0')
}

interface KnownLevel {
  level: number
  value: string
  is_seen: number
}

/** Stores which levels of points of a controller are held; must run in a transaction. */
export function recordHeldLevels(world: World, deviceId: string, points: readonly HeldLevels[]): void {
  for (const { pointId, levels } of points) {
    const isOwn = world.store.get('SELECT 1 FROM point WHERE id = ? AND device_id = ?', pointId, deviceId)
    if (isOwn) recordLevels(world, pointId, new Map(levels.map(({ level, value }) => [level, value])))
  }
}

function recordLevels(world: World, pointId: string, held: ReadonlyMap<number, Value>): void {
  const known = new Map(
    world.store
      .all<KnownLevel>('SELECT level, value, is_seen FROM point_command WHERE point_id = ?', pointId)
      .map((row) => [row.level, row]),
  )
  // What is being written is recorded when the controller has answered.
  const isBusy = isBeingWritten(world, pointId)
  for (const level of new Set([...known.keys(), ...held.keys()])) {
    const row = known.get(level)
    const value = held.get(level) ?? null
    if (row && isSameValue(commandedValue(row), value)) continue
    if (!row || row.is_seen) setSeen(world, { pointId, level, value, isNew: !row })
    else if (!isBusy) loseCommand(world, { pointId, level, value, old: row.value })
  }
}

interface SeenLevel {
  pointId: string
  level: number
  /** Null once it is released. */
  value: Value | null
}

/** Stores a level of somebody else. Since when it is held is when that was heard first; an override counts from then on. */
function setSeen({ store, clock }: World, { pointId, level, value, isNew }: SeenLevel & { isNew: boolean }): void {
  if (value === null)
    store.run('DELETE FROM point_command WHERE point_id = ? AND level = ? AND is_seen = 1', pointId, level)
  else if (isNew)
    store.run(
      `INSERT INTO point_command (point_id, level, value, tenant_id, customer_id, device_id, at, is_seen)
       SELECT id, ?, ?, tenant_id, customer_id, device_id, ?, 1 FROM point WHERE id = ?`,
      level,
      JSON.stringify(value),
      clock.now(),
      pointId,
    )
  else
    store.run(
      'UPDATE point_command SET value = ?, at = iif(level <= ?, ?, at) WHERE point_id = ? AND level = ? AND is_seen = 1',
      JSON.stringify(value),
      operatorLevel,
      clock.now(),
      pointId,
      level,
    )
}

/** Records that somebody else has released a command of this installation, or written over it. */
export function loseCommand(world: World, { pointId, level, value, old }: SeenLevel & { old: string }): void {
  const { store, clock } = world
  cancelRelease(world, pointId, level)
  store.run('DELETE FROM point_command WHERE point_id = ? AND level = ?', pointId, level)
  const entry = { pointId, level, at: clock.now(), old }
  if (value === null) recordPointWrite(store, { ...entry, action: 'release' })
  else {
    recordPointWrite(store, { ...entry, action: 'write', value: JSON.stringify(value) })
    setSeen(world, { pointId, level, value, isNew: true })
  }
}
