/** A change to the inputs of a unit: its rules and limits, and those of everything it feeds, are evaluated again. */
import type { World } from '../kit/world'
import { watchLimits } from './alarm-monitors'
import { watchEquipment } from './fault-watch'
import { type Reached, reachedFrom } from './inputs'

/** Schedules the evaluation after a write or a release, a change of schedules, or an injection. */
export function disturb(world: World, deviceId: string): void {
  lookAgain(world, reachedFrom(world, { deviceIds: [deviceId] }))
}

function lookAgain(world: World, { equipmentIds, deviceIds }: Reached): void {
  for (const id of equipmentIds) watchEquipment(world, id)
  for (const id of deviceIds) watchLimits(world, id)
}

export function registerDisturbed(world: World): void {
  world.jobs.on<{ deviceId: string }>('watch.disturbed', ({ deviceId }) => disturb(world, deviceId))
  world.jobs.on<{ equipmentIds: string[] }>('watch.fed', ({ equipmentIds }) =>
    lookAgain(world, reachedFrom(world, { equipmentIds })),
  )
}
