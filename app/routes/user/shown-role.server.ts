import { type RoleName, roleNames } from '#contracts/permissions'
import { config } from '~/config.server'

/** The role a service names, as a role of ours: the root tenant's admins are super-admins; null for one nobody knows. */
export function shownRole(role: string | null | undefined, tenantId: string): RoleName | null {
  if (role === 'admin' && tenantId === config().rootTenantId) return 'super-admin'
  return roleNames.find((name) => name === role) ?? null
}
