import { type RoleName, roleNames } from '#contracts/permissions'
import { config } from '~/config.server'

/** Returns the role of a person in the console; admins of the root tenant are super-admins. Null if unknown. */
export function consoleRole(role: string | null | undefined, tenantId: string): RoleName | null {
  if (role === 'admin' && tenantId === config().rootTenantId) return 'super-admin'
  return roleNames.find((name) => name === role) ?? null
}
