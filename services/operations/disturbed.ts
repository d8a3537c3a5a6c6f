/** Something enters the day of a unit: its rules and limits are looked at again, and those of all that it feeds. */
import type { World } from '../kit/world'
import { watchLimits } from './alarm-monitors'
import { watchEquipment } from './fault-watch'
import { type Reached, reachedFrom } from './inputs'

/** After somebody wrote or gave back a level, other schedules run, or something was put into a controller. */
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
