/** What a real installation starts with: its root tenant, and one controller model that every BACnet device fits. */

import { nilId } from '../contracts/permissions'
import type { ControllerModel } from '../contracts/product'
import { seedId } from '../kit/deterministic'
import type { World } from '../kit/world'
import { insert } from './fleet-write'

export const installationSchema = `
CREATE TABLE IF NOT EXISTS installation (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  created_at INTEGER NOT NULL
) STRICT;
`

/** Any device that speaks BACnet, of whatever maker: no pattern of host ids, no licence, no packages. */
const bacnetDevice: ControllerModel = {
  id: seedId('product', 'BACNET'),
  eTag: 'BACNET-1',
  name: 'BACnet device',
  description: 'Any device that speaks BACnet.',
  platform: 'IP',
  architecture: 'any',
  notSupportedDcars: [],
  model: { type: 'BACNET', name: 'BACnet device' },
}

/** Writes an installation without tenants, customers and people; the store must be empty. */
export function seedInstallation(world: World): void {
  const { store, settings, clock } = world
  store.transaction(() => {
    store.run('INSERT INTO installation (only_one, created_at) VALUES (1, ?)', clock.now())
    store.run(
      `INSERT INTO tenant (id, code, name, onboarding_status, is_disabled, default_customer_id, domains, version)
       VALUES (?,'root','Plantroom','onboarded',0,?,'[]',1)`,
      settings.rootTenantId,
      nilId,
    )
    const { id, model } = bacnetDevice
    insert(world, 'product', { id, model_type: model.type, body: JSON.stringify(bacnetDevice) })
  })
}

export const isInstallation = ({ store }: Pick<World, 'store'>): boolean =>
  store.get('SELECT 1 FROM installation') !== undefined
