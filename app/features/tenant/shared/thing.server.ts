/** How pages and changes load a tenant. */
import { type Tenant, tenant } from '#contracts/tenant'
import { config } from '~/config.server'
import type { Thing } from '~/kit/edit/thing.server'
import type { Capability } from '~/permissions'
import { tenantToForm } from '../form'

/** A tenant, and whether the person may disable it. */
export type TenantEntity = Tenant & { mayDisable: boolean }

export const tenantThing: Thing<'tenant', TenantEntity> = {
  kind: 'tenant',
  loadPage: async (reader, { at }) => ({ now: await loadTenant(reader, at), crumbs: [] }),
  load: loadTenant,
  toForm: tenantToForm,
}

async function loadTenant(
  {
    read,
    may,
  }: { read(endpoint: typeof tenant.getTenant, input: object): Promise<Tenant>; may(one: Capability): boolean },
  { tenantId }: { tenantId: string },
): Promise<TenantEntity> {
  const current = await read(tenant.getTenant, { path: { id: tenantId } })
  return { ...current, mayDisable: may('tenant.onboard') && tenantId !== config().rootTenantId }
}
