/** Something enters the day of what a controller serves: its rules and its limits are looked at again. */
import type { World } from '../kit/world'
import { watchLimits } from './alarm-monitors'
import { watchDevice } from './fault-watch'

/** After somebody wrote or gave back a level, or other schedules run. */
export function disturb(world: World, deviceId: string): void {
  watchDevice(world, deviceId)
  watchLimits(world, deviceId)
}

export function registerDisturbed(world: World): void {
  world.jobs.on<{ deviceId: string }>('watch.disturbed', ({ deviceId }) => disturb(world, deviceId))
}
