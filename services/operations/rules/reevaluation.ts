/** A change to the inputs of a unit: its rules and limits, and those of everything it feeds, are evaluated again. */
import type { World } from '../../kit/world'
import { watchLimits } from '../alarms/alarm-monitors'
import { scheduleEvaluation } from '../faults/fault-watch'
import { type Downstream, downstreamOf } from './inputs'

/** Schedules the evaluation after a write or a release, a change of schedules, or an injection. */
export function scheduleReevaluation(world: World, deviceId: string): void {
  reevaluate(world, downstreamOf(world, { deviceIds: [deviceId] }))
}

function reevaluate(world: World, { equipmentIds, deviceIds }: Downstream): void {
  for (const id of equipmentIds) scheduleEvaluation(world, id)
  for (const id of deviceIds) watchLimits(world, id)
}

export function registerReevaluation(world: World): void {
  world.jobs.on<{ deviceId: string }>('watch.disturbed', ({ deviceId }) => scheduleReevaluation(world, deviceId))
  world.jobs.on<{ equipmentIds: string[] }>('watch.fed', ({ equipmentIds }) =>
    reevaluate(world, downstreamOf(world, { equipmentIds })),
  )
}
