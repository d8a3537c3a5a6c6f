/** What a real installation starts with: its root tenant, and one controller model that every BACnet device fits. */

import { nilId } from '../contracts/permissions'
import type { World } from '../kit/world'
import { ensureBacnetModel } from '../link/bacnet-model'

export const installationSchema = `
CREATE TABLE IF NOT EXISTS installation (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  created_at INTEGER NOT NULL
) STRICT;
`

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
    ensureBacnetModel(world)
  })
}

export const isInstallation = ({ store }: Pick<World, 'store'>): boolean =>
  store.get('SELECT 1 FROM installation') !== undefined
