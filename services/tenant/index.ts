/** The tenant service: tenants, customers, people and what they may do (spec §7, domain §9, §15, §16). */
import type { tenant } from '../contracts/tenant'
import type { Handlers } from '../kit/call'
import { customerPermissions } from './customer-permissions'
import { customers } from './customers'
import { roles } from './roles'
import { tenants } from './tenants'
import { users } from './users'
import { usersInfo } from './users-info'

export { schema } from './schema'

export const handlers: Handlers<typeof tenant> = {
  ...tenants,
  ...customers,
  ...users,
  ...usersInfo,
  ...roles,
  ...customerPermissions,
}
