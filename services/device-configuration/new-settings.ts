/** The settings that a new controller has: nothing of them was sent to it. */
import type { ConfigurationType } from '../contracts/site'
import type { World } from '../kit/world'
import type { NewSettings } from '../link/port'

const types: readonly ConfigurationType[] = ['gfx', 'network', 'bacnet', 'time', 'users']

/** Stores the settings of a new controller as its link reports them; what is stored already stays. */
export function recordNewSettings({ store }: World, deviceId: string, { network }: NewSettings): void {
  store.run(
    `INSERT OR IGNORE INTO network_setting (device_id, tenant_id, customer_id, saved)
     SELECT id, tenant_id, customer_id, ? FROM device WHERE id = ?`,
    JSON.stringify(network),
    deviceId,
  )
  for (const type of types)
    store.run(
      `INSERT OR IGNORE INTO configuration_state (device_id, type, tenant_id, customer_id, content_version)
       SELECT id, ?, tenant_id, customer_id, ? FROM device WHERE id = ?`,
      type,
      type === 'gfx' ? 0 : 1,
      deviceId,
    )
}
