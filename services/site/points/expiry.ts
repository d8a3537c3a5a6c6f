/**
 * The end of temporary overrides. The services keep it, so it comes whether a controller is connected or not; one that is
 * silent then is tried until it answers, and the override stays on the list until it is released there.
 */
import type { Value } from '../../contracts/points'
import type { World } from '../../kit/world'
import { wakeMonitoring } from '../../link/changes'
import type { PointRef } from '../../link/port'
import { needsSwitch } from '../../link/writing'
import { loseCommand } from './held-levels'
import { isSameValue } from './priority-array'
import type { PointRecord } from './values'
import { recordPointWrite } from './write-history'
import { currentAt, heldAt, laneOf, refOf, scheduleRelease, type Written, writeLevel } from './writes'

interface Expiry {
  point: PointRef
  level: number
  /** What the level holds, as JSON. */
  value: string
  /** When it ends, ms. */
  dueAt: number
}

/** What the controller did; what somebody else has written to the level meanwhile; null when there is nothing to end. */
type ExpiryAnswer = { written: Written } | { others: Value } | null

/** How long after a refusal the release is tried again. */
const retryMs = 600_000

/** Registers the job that releases expired levels. */
export function registerPointRelease(world: World): void {
  world.jobs.onRealTime<{ pointId: string; level: number }>('point.release', ({ pointId, level }, at) => {
    const current = currentAt(world, pointId, level)
    if (current?.expires_at == null || current.expires_at > at) return
    const point = world.store.get<PointRecord>('SELECT * FROM point WHERE id = ?', pointId)
    if (!point) return
    const expiry = { point: refOf(point), level, value: current.value, dueAt: current.expires_at }
    // The store is the priority array of a simulated controller.
    if (!needsSwitch(world, point.device_id)) endCommand(world, expiry, at)
    world.intents.begin('point.expiry', expiry, [laneOf(pointId)])
  })

  world.intents.on<Expiry, ExpiryAnswer, void>('point.expiry', {
    isPatient: true,
    perform: (expiry) => release(world, expiry),
    complete(expiry, outcome) {
      const { point, level, value, dueAt } = expiry
      if ('error' in outcome) {
        world.log.warn({ err: outcome.error, ...expiry }, 'an expired override was not released')
        if (needsSwitch(world, point.device_id))
          scheduleRelease(world, { pointId: point.id, level, at: world.clock.now() + retryMs })
      } else if (!outcome.answer || currentAt(world, point.id, level)?.expires_at !== dueAt) return
      else if ('others' in outcome.answer)
        loseCommand(world, { pointId: point.id, level, value: outcome.answer.others, old: value })
      else endCommand(world, expiry, world.clock.now(), outcome.answer.written)
    },
  })
}

async function release(world: World, { point, level, value, dueAt }: Expiry): Promise<ExpiryAnswer> {
  const current = currentAt(world, point.id, level)
  // Somebody has written the level again, or released it.
  if (current ? current.expires_at !== dueAt : needsSwitch(world, point.device_id)) return null
  const [reading] = await world.links.of(point.device_id).read(point.device_id, [point])
  const held = reading ? heldAt(reading, level) : null
  if (held !== null && !isSameValue(held, JSON.parse(value) as Value)) return { others: held }
  return {
    written: await writeLevel(world, { point, level, value: null }, { mayHaveRun: held === null, mayRepeat: true }),
  }
}

/** Records the end of an override; one that the controller was late for, with the moment at which it was due. */
function endCommand(world: World, { point, level, value, dueAt }: Expiry, at: number, written?: Written): void {
  world.store.run('DELETE FROM point_command WHERE point_id = ? AND level = ?', point.id, level)
  const entry = { pointId: point.id, level, action: 'expiry', at, old: value } as const
  recordPointWrite(world.store, { ...entry, ...(written && { expiresAt: dueAt, controller: written.controller }) })
  wakeMonitoring(world, point.device_id)
}
