/** When controllers report that they use more points than their licence includes. */
import type { World } from '../../kit/world'
import type { LicenceExcess } from '../../link/port'

/** Replaces the times that a controller reported. */
export function recordLicenceExcess({ store }: World, deviceId: string, times: readonly LicenceExcess[]): void {
  store.run('DELETE FROM licence_excess WHERE device_id = ?', deviceId)
  for (const [at, { from, until }] of times.entries())
    store.run(
      'INSERT INTO licence_excess (id, device_id, from_at, until_at) VALUES (?,?,?,?)',
      ...[`${deviceId}/${at}`, deviceId, from, until],
    )
}
