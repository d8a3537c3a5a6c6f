/** What a controller reports of its licence: that it is exceeded while that is injected (domain §12.3). */
import type { World } from '../../kit/world'
import type { LicenceExcess } from '../../link/port'
import { reportsOf } from '../fleet/reports'

export function reportLicence(world: World, deviceId: string): void {
  const times = world.store.all<LicenceExcess>(
    `SELECT from_at AS "from", until_at AS until FROM injection
     WHERE device_id = ? AND kind = 'licenceExceeded' ORDER BY from_at, id`,
    deviceId,
  )
  reportsOf(world).licenceExceeded(deviceId, times)
}
