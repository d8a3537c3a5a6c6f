/** The people of a tenant, or of all of them, as a list. */
import type { RoleName } from '#contracts/permissions'
import { type TenantUser, tenant } from '#contracts/tenant'
import { asPanel, type Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { customerRole } from '~/domain/effective-role'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Found, Source, Wanted } from '~/screens/list/source.server'
import type { PersonRow } from './columns'
import { peopleFields } from './filter'
import { findPeople, sorts } from './find-people.server'
import { shownRole } from './shown-role.server'

/** Null: all tenants. */
interface At {
  tenantId: string | null
}

const tenantLevel = ['admin', 'user', 'customer-admin', 'customer-user', 'no-access'] as const satisfies RoleName[]
const customerLevel = ['customer-admin', 'customer-user'] as const satisfies RoleName[]

export const people: Source<typeof peopleFields, PersonRow, At> = {
  fields: peopleFields,
  sorts,
  others: ['user'],
  find: (reader, wanted) => rowsOf(reader, wanted),
  async options(reader, { tenantId }) {
    const t = translator(reader.language)
    const roles: readonly RoleName[] = reader.may('role.manage') ? tenantLevel : customerLevel
    const customers = tenantId
      ? await asPanel(reader.ask(tenant.listCustomers, { path: { id: tenantId }, query: { pageSize: 200 } }))
      : null
    return {
      role: roles.map((role) => ({ value: role, label: t(`role.${role}`) })),
      customer: customers?.ok ? customers.value.map(({ id, name }) => ({ value: id, label: name })) : [],
    }
  },
  moves({ may }, { tenantId }): Readonly<Record<string, string>> {
    if (tenantId === null || !may('role.manage')) return {}
    return {
      give: href('usersRoleGiving', { tenantId }),
      take: href('usersRoleTaking', { tenantId }),
      offboard: href('usersOffboarding', { tenantId }),
      delete: href('usersDeletion', { tenantId }),
    }
  },
}

/** The same for a file, which may look through more of them. */
export const peopleInFile: typeof people = { ...people, find: (reader, wanted) => rowsOf(reader, wanted, 50_000) }

async function rowsOf(
  reader: Reader,
  { at, ...wanted }: Wanted<typeof peopleFields, At>,
  most?: number,
): Promise<Found<PersonRow>> {
  const found = await findPeople(reader, { tenantId: at.tenantId, ...wanted, most })
  const tenants = new Map(reader.person.info.tenants.map(({ tenantId, name }) => [tenantId, name]))
  return {
    rows: found.people.map((user) => personRow(user, tenants)),
    total: found.isCut ? null : found.total,
    next: found.next,
    isPartial: found.isCut,
  }
}

function personRow(user: TenantUser, tenants: ReadonlyMap<string, string>): PersonRow {
  const { id, tenantId, email } = user
  return {
    id,
    href: href('user', { tenantId, userId: id }),
    name: displayName(user) || email,
    initials: initialsOf(user),
    email,
    role: shownRole(user.role, tenantId),
    customers: (user.customerPermissions ?? []).map(({ customerId, customerName, roleId }) => ({
      name: customerName ?? customerId,
      role: customerRole(roleId, config().roleIds),
    })),
    tenant: { name: tenants.get(tenantId) ?? tenantId, href: href('users', { tenantId }) },
    created: user.created ?? null,
  }
}
