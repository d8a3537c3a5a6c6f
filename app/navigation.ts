/** The menu, as data over addresses and permissions; a page names its entry with `handle.menu`. */
import type { RoleName } from '#contracts/permissions'
import { href } from './hrefs'
import { type Capability, may } from './permissions'

export type MenuName = 'customers' | 'users' | 'trail' | 'customer' | 'devices' | 'deployments' | 'operator'

export interface MenuEntry {
  name: MenuName
  href: string
}

interface Here {
  tenantId: string
  customerId?: string | undefined
  role: RoleName
}

const entries: {
  name: MenuName
  capability: Capability
  at: 'tenant' | 'customer'
  to: (here: Required<Here>) => string
}[] = [
  { name: 'customers', capability: 'customer.read', at: 'tenant', to: (here) => href('tenant', here) },
  { name: 'customer', capability: 'hierarchy.read', at: 'customer', to: (here) => href('customer', here) },
  { name: 'devices', capability: 'device.read', at: 'customer', to: (here) => href('customerDevices', here) },
  { name: 'deployments', capability: 'deploy.read', at: 'customer', to: (here) => href('deployments', here) },
  { name: 'users', capability: 'user.read', at: 'tenant', to: (here) => href('users', here) },
  { name: 'trail', capability: 'trail.read', at: 'tenant', to: (here) => href('trail', here) },
  { name: 'operator', capability: 'operator.read', at: 'tenant', to: () => href('operator', {}) },
]

/** The menu entries a person has at a place. */
export function menu(here: Here): MenuEntry[] {
  return entries
    .filter((entry) => may(here.role, entry.capability) && (entry.at === 'tenant' || here.customerId))
    .map((entry) => ({ name: entry.name, href: entry.to({ ...here, customerId: here.customerId ?? '' }) }))
}
