/** The packages on simulated controllers. */
import type { InstalledPackage } from '../../contracts/site'
import type { World } from '../../kit/world'

/** Returns the packages as a controller lists them; the same name may occur twice. */
export const packagesOn = ({ store }: World, deviceId: string): InstalledPackage[] =>
  store.all<InstalledPackage>(
    'SELECT name, version FROM device_package WHERE device_id = ? ORDER BY name, version',
    deviceId,
  )
