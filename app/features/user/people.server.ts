/** The people of one tenant or of all as a list. */
import type { RoleName } from '#contracts/permissions'
import { type TenantUser, tenant } from '#contracts/tenant'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import { capabilitiesFor } from '~/changes'
import { config } from '~/config.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { customerRole } from '~/domain/effective-role'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ListPage, ListQuery, ListSource } from '~/kit/list/source.server'
import { StoreUnavailable } from '~/store/store-unavailable'
import type { PersonRow } from './columns'
import { consoleRole } from './console-role.server'
import { peopleFields } from './filter'
import { findPeople, sorts } from './find-people.server'
import { roleEndsOf } from './role-ends.server'
import type { RoleExpiry } from './role-expiry'
import { hasEnded } from './shared/role-end'

/** Null for all tenants. */
interface At {
  tenantId: string | null
}

const tenantLevel = ['admin', 'user', 'customer-admin', 'customer-user', 'no-access'] as const satisfies RoleName[]
const customerLevel = ['customer-admin', 'customer-user'] as const satisfies RoleName[]

export const people: ListSource<typeof peopleFields, PersonRow, At> = {
  fields: peopleFields,
  sorts,
  others: ['user'],
  find: (reader, query) => rowsOf(reader, query),
  async options(reader, { tenantId }) {
    const t = translator(reader.language)
    const roles: readonly RoleName[] = reader.may('role.manage') ? tenantLevel : customerLevel
    const customers = tenantId
      ? await asPanel(reader.call(tenant.listCustomers, { path: { id: tenantId }, query: { pageSize: 200 } }))
      : null
    return {
      role: roles.map((role) => ({ value: role, label: t(`role.${role}`) })),
      customer: customers?.ok ? customers.value.map(({ id, name }) => ({ value: id, label: name })) : [],
    }
  },
  bulkActions({ may }, { tenantId }): Readonly<Record<string, string>> {
    if (tenantId === null || !may('role.manage')) return {}
    return {
      give: href('usersRoleGiving', { tenantId }),
      take: href('usersRoleTaking', { tenantId }),
      offboard: href('usersOffboarding', { tenantId }),
      delete: href('usersDeletion', { tenantId }),
    }
  },
}

/** The same for a file, with a higher limit of people. */
export const peopleForFile: typeof people = { ...people, find: (reader, query) => rowsOf(reader, query, 50_000) }

async function rowsOf(
  reader: Reader,
  { at, ...query }: ListQuery<typeof peopleFields, At>,
  max?: number,
): Promise<ListPage<PersonRow>> {
  const results = await findPeople(reader, { tenantId: at.tenantId, ...query, max })
  const ends = await firstEnds(results.people)
  const tenants = new Map(reader.person.info.tenants.map(({ tenantId, name }) => [tenantId, name]))
  return {
    rows: results.people.map((user) => ({
      ...personRow(user, tenants),
      rolesHref: mayChangeRolesOf(reader, user)
        ? href('userRoles', { tenantId: user.tenantId, userId: user.id })
        : null,
      until: ends.get(user.id) ?? null,
    })),
    total: results.isCut ? null : results.total,
    next: results.next,
    incomplete: results.isCut,
  }
}

/** Returns the earliest end of each person's roles; none while the store is unavailable. */
async function firstEnds(people: readonly TenantUser[]): Promise<Map<string, RoleExpiry>> {
  const tenantIds = [...new Set(people.map(({ tenantId }) => tenantId))]
  const first = new Map<string, RoleExpiry>()
  try {
    const ends = await inParallel(tenantIds, 4, (tenantId) =>
      roleEndsOf(
        tenantId,
        people.flatMap((one) => (one.tenantId === tenantId ? one.id : [])),
      ),
    )
    const roleIds = config().roleIds
    for (const end of ends.flat().sort((a, b) => (a.endsAt < b.endsAt ? -1 : 1))) {
      const user = people.find(({ id }) => id === end.userId)
      const currentRole =
        end.customerId === null
          ? user?.role
          : user?.customerPermissions
              ?.filter(({ customerId }) => customerId === end.customerId)
              .map(({ roleId }) => customerRole(roleId, roleIds))
              .find((role) => role === end.role)
      if (currentRole === end.role && !first.has(end.userId))
        first.set(end.userId, { lastDay: end.lastDay, isOver: hasEnded(end) })
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
  return first
}

/** Whether the reader may change the person's roles; never the own ones. */
function mayChangeRolesOf({ may, features, person }: Reader, { id }: TenantUser): boolean {
  const isSelf = person.info.tenantUsers.some((one) => one.id === id)
  return !isSelf && capabilitiesFor('user.changeRoles').some(may) && (may('role.manage') || features.customerUser)
}

function personRow(user: TenantUser, tenants: ReadonlyMap<string, string>): Omit<PersonRow, 'until' | 'rolesHref'> {
  const { id, tenantId, email } = user
  return {
    id,
    href: href('user', { tenantId, userId: id }),
    name: displayName(user) || email,
    initials: initialsOf(user),
    email,
    role: consoleRole(user.role, tenantId),
    customers: (user.customerPermissions ?? []).map(({ customerId, customerName, roleId }) => ({
      name: customerName ?? customerId,
      role: customerRole(roleId, config().roleIds),
    })),
    tenant: { name: tenants.get(tenantId) ?? tenantId, href: href('users', { tenantId }) },
    created: user.created ?? null,
  }
}
