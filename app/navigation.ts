/** The menu, as data over addresses and permissions; a page names its entry with `handle.menu`. */
import type { RoleName } from '#contracts/permissions'
import { href } from './hrefs'
import { type Capability, may } from './permissions'

export type MenuName =
  | 'tenants'
  | 'customers'
  | 'users'
  | 'trail'
  | 'models'
  | 'customer'
  | 'sites'
  | 'devices'
  | 'network'
  | 'packages'
  | 'deployments'
  | 'onboarding'
  | 'tunnels'
  | 'operator'

export interface MenuEntry {
  name: MenuName
  href: string
}

interface Here {
  tenantId?: string | undefined
  customerId?: string | undefined
  role: RoleName
}

const entries: {
  name: MenuName
  capability: Capability
  /** What has to be chosen before it leads anywhere. */
  at: 'anywhere' | 'tenant' | 'customer'
  to: (here: { tenantId: string; customerId: string }) => string
}[] = [
  { name: 'tenants', capability: 'tenant.onboard', at: 'anywhere', to: () => href('tenants', {}) },
  { name: 'customers', capability: 'customer.read', at: 'tenant', to: (here) => href('tenant', here) },
  { name: 'customer', capability: 'hierarchy.read', at: 'customer', to: (here) => href('customer', here) },
  { name: 'sites', capability: 'hierarchy.read', at: 'customer', to: (here) => href('customerSites', here) },
  { name: 'devices', capability: 'device.read', at: 'customer', to: (here) => href('customerDevices', here) },
  { name: 'network', capability: 'config.read', at: 'customer', to: (here) => href('customerNetwork', here) },
  { name: 'packages', capability: 'catalog.read', at: 'customer', to: (here) => href('packages', here) },
  { name: 'deployments', capability: 'deploy.read', at: 'customer', to: (here) => href('deployments', here) },
  { name: 'onboarding', capability: 'device.onboard', at: 'customer', to: (here) => href('customerOnboarding', here) },
  { name: 'tunnels', capability: 'tunnel.read', at: 'customer', to: (here) => href('customerTunnels', here) },
  { name: 'models', capability: 'catalog.read', at: 'tenant', to: (here) => href('models', here) },
  { name: 'users', capability: 'user.read', at: 'tenant', to: (here) => href('users', here) },
  { name: 'trail', capability: 'trail.read', at: 'tenant', to: (here) => href('trail', here) },
  { name: 'operator', capability: 'operator.read', at: 'anywhere', to: () => href('operator', {}) },
]

/** The menu entries a person has at a place. */
export function menu({ tenantId, customerId, role }: Here): MenuEntry[] {
  const chosen = { anywhere: true, tenant: tenantId !== undefined, customer: customerId !== undefined }
  return entries
    .filter((entry) => may(role, entry.capability) && chosen[entry.at])
    .map((entry) => ({ name: entry.name, href: entry.to({ tenantId: tenantId ?? '', customerId: customerId ?? '' }) }))
}
