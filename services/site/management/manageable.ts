/** Whether a controller of another maker accepts orders. */
import { fail } from '../../kit/api-error'
import type { World } from '../../kit/world'
import { mayChange, needsSwitch } from '../../link/writing'
import { readRow } from '../hierarchy/rows'

/** Throws unless a controller of another maker may be changed from here. */
export function requireManageable(world: World, deviceId: string): void {
  const device = readRow(world.store, 'device', deviceId)
  if (!needsSwitch(world, deviceId) || !world.links.of(deviceId).can.has('management')) fail(4310)
  if (!device.onboarded) fail(4304)
  if (!mayChange(world, deviceId)) fail(4310, { errors: { controller: 'errors.management.writingOff' } })
}
