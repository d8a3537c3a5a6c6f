/** A change to the inputs of a unit: its rules and limits, and those of everything it feeds, are evaluated again. */
import type { World } from '../../kit/world'
import { watchLimits } from '../alarms/alarm-monitors'
import { checkReadiness, scheduleEvaluation } from '../faults/fault-watch'
import { rolePointsOf } from '../samples'
import { type Downstream, downstreamOf } from './inputs'

/** Schedules the evaluation after a write or a release, a change of schedules, or an injection. */
export function scheduleReevaluation(world: World, deviceId: string): void {
  reevaluate(world, downstreamOf(world, { deviceIds: [deviceId] }))
}

function reevaluate(world: World, { equipmentIds, deviceIds }: Downstream): void {
  for (const id of equipmentIds) scheduleEvaluation(world, id)
  for (const id of deviceIds) watchLimits(world, id)
}

/** Schedules checks of the limits of points in roles, where nobody knows when they change. */
function watchRoles(world: World, equipmentId: string): void {
  const { store, histories } = world
  const devices = store.all<{ id: string }>(
    'SELECT DISTINCT device_id AS id FROM point WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...rolePointsOf(world, equipmentId).values()]),
  )
  for (const { id } of devices) if (!histories.of(id).expected) watchLimits(world, id)
}

export function registerReevaluation(world: World): void {
  world.jobs.onRealTime<{ equipmentId: string }>('fault.readiness', ({ equipmentId }) => {
    checkReadiness(world, equipmentId)
    watchRoles(world, equipmentId)
  })
  world.jobs.on<{ deviceId: string }>('watch.disturbed', ({ deviceId }) => scheduleReevaluation(world, deviceId))
  world.jobs.on<{ equipmentIds: string[] }>('watch.fed', ({ equipmentIds }) =>
    reevaluate(world, downstreamOf(world, { equipmentIds })),
  )
}
