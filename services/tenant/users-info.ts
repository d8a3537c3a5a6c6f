/** The data about the caller from which a client derives its current user (spec §3, §4, domain §15). */
import type { tenant } from '../contracts/tenant'
import type { Handlers } from '../kit/call'
import { requireSomewhere } from '../kit/caller'
import { sortByName } from '../kit/page-by-name'
import {
  type CustomerRecord,
  customerColumns,
  customerPermissionsOf,
  permissionsOf,
  toCustomer,
  toUser,
  type UserRecord,
  usersWithRole,
} from './rows'

export const usersInfo: Handlers<Pick<typeof tenant, 'usersInfo'>> = {
  /** `tenants` has all tenants when the super-admin check is requested and passed; else the caller's own. */
  usersInfo({ query, caller, world }) {
    requireSomewhere(caller, 'self.read')
    const { store, settings } = world
    const { admin } = settings.roleIds
    const records = store.all<UserRecord>(
      `SELECT * FROM ${usersWithRole} u WHERE u.id IN (SELECT value FROM json_each(?)) ORDER BY u.tenant_id`,
      admin,
      admin,
      JSON.stringify([...caller.records.values()]),
    )
    const customerLevel = [...new Set([...caller.customerRoles.values()].map(({ tenantId }) => tenantId))]
    const tenantLevel = [...caller.tenantRoles.keys()].filter((tenantId) => !customerLevel.includes(tenantId))
    const customers = store.all<CustomerRecord>(
      `SELECT ${customerColumns} FROM customer c
       WHERE c.tenant_id IN (SELECT value FROM json_each(?)) OR c.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(tenantLevel),
      JSON.stringify([...caller.customerRoles.keys()]),
    )
    const tenants = store.all<{ id: string; code: string; name: string }>(
      `SELECT id, code, name FROM tenant WHERE ? OR id IN (SELECT value FROM json_each(?)) `,
      query.super && caller.isSuper ? 1 : 0,
      JSON.stringify([...caller.records.keys()]),
    )
    const isRoot = ({ id }: { id: string }) => id === settings.rootTenantId
    return {
      userPermissions: records.flatMap((record) => permissionsOf(world, record.id)),
      tenantUsers: records.map((record) => toUser(world, record)),
      customers: sortByName(customers).map(toCustomer),
      customerUserPermissions: records.flatMap((record) => customerPermissionsOf(world, record.id)),
      tenants: [...tenants.filter(isRoot), ...sortByName(tenants.filter((entry) => !isRoot(entry)))].map(
        ({ id, code, name }) => ({ id, tenantId: id, code, name }),
      ),
    }
  },
}
