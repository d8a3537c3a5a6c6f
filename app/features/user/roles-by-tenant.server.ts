/** Counts administrators and users of every tenant (spec §7). */
import { tenant } from '#contracts/tenant'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { type TenantRole, tenantRole } from '~/domain/effective-role'
import { href } from '~/hrefs'

export interface TenantRoleCounts {
  id: string
  name: string
  admins: number
  users: number
  adminsHref: string
  usersHref: string
}

/** Returns the tenants with the fewest administrators first: only a super-admin can repair one without any. */
export function rolesByTenant({ call, person }: Reader): Promise<Panel<TenantRoleCounts[]>> {
  return asPanel(counted())

  async function counted(): Promise<TenantRoleCounts[]> {
    const permissions = await call(tenant.listAllPermissions)
    const { roleIds } = config()
    const holders = new Map<string, Set<string>>()
    for (const { tenantId, userId, roleId } of permissions) {
      const key = keyOf(tenantId, tenantRole(roleId, roleIds))
      holders.set(key, (holders.get(key) ?? new Set()).add(userId))
    }
    const names = new Map(person.info.tenants.map(({ tenantId, name }) => [tenantId, name]))
    const ids = new Set([...names.keys(), ...permissions.map(({ tenantId }) => tenantId)])
    const rows = [...ids].map((tenantId) => ({
      id: tenantId,
      name: names.get(tenantId) ?? tenantId,
      admins: holders.get(keyOf(tenantId, 'admin'))?.size ?? 0,
      users: holders.get(keyOf(tenantId, 'user'))?.size ?? 0,
      adminsHref: href('users', { tenantId }, { role: 'admin' }),
      usersHref: href('users', { tenantId }, { role: 'user' }),
    }))
    return rows.sort((a, b) => a.admins - b.admins || a.name.localeCompare(b.name, 'en', { numeric: true }))
  }
}

const keyOf = (tenantId: string, role: TenantRole | null) => `${tenantId} ${role}`
