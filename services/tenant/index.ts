/** The tenant service: tenants, customers, people and their roles (spec §7, domain §9, §15, §16). */
import type { tenant } from '../contracts/tenant'
import type { Handlers } from '../kit/call'
import type { World } from '../kit/world'
import { acrossTenants } from './across-tenants'
import { customerPermissions } from './customer-permissions'
import { customers } from './customers'
import { manageCustomers } from './manage-customers'
import { managePeople } from './manage-people'
import { manageTenants } from './manage-tenants'
import { registerTenantOnboarding, tenantOnboarding } from './onboarding'
import { roles } from './roles'
import { tenants } from './tenants'
import { users } from './users'
import { usersInfo } from './users-info'

export { schema } from './schema'

export const handlers: Handlers<typeof tenant> = {
  ...tenants,
  ...manageTenants,
  ...tenantOnboarding,
  ...customers,
  ...manageCustomers,
  ...users,
  ...managePeople,
  ...acrossTenants,
  ...usersInfo,
  ...roles,
  ...customerPermissions,
}

export function register(world: World): void {
  registerTenantOnboarding(world)
}
