/** The BACnet device instance of a controller. */
import { bacnetSettingsOf, readBacnet } from '../device-configuration/bacnet-records'
import type { World } from '../kit/world'

/** Returns the device instance that is saved for a controller. Throws 4005 when there is no such controller. */
export function deviceInstanceOf(world: World, deviceId: string) {
  return bacnetSettingsOf(readBacnet(world, deviceId).saved).general.deviceInstance
}
