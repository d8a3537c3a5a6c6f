/** How pages and changes load a tenant. */
import { type Tenant, tenant } from '#contracts/tenant'
import { config } from '~/config.server'
import type { Capability } from '~/permissions'
import type { Thing } from '../thing.server'
import { filledTenant } from './form'

/** A tenant, and whether the person may disable it. */
export type TenantNow = Tenant & { mayDisable: boolean }

export const tenantThing: Thing<'tenant', TenantNow> = {
  kind: 'tenant',
  onPage: async (page, { at }) => ({ now: await tenantNow(page, at), crumbs: [] }),
  afresh: tenantNow,
  filled: filledTenant,
}

async function tenantNow(
  {
    read,
    may,
  }: { read(endpoint: typeof tenant.getTenant, input: object): Promise<Tenant>; may(one: Capability): boolean },
  { tenantId }: { tenantId: string },
): Promise<TenantNow> {
  const found = await read(tenant.getTenant, { path: { id: tenantId } })
  return { ...found, mayDisable: may('tenant.onboard') && tenantId !== config().rootTenantId }
}
