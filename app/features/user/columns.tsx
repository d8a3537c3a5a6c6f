/** Columns of the list of people. */
import type { RoleName } from '#contracts/permissions'
import { limitFor } from '~/changes'
import type { CustomerRole } from '~/domain/effective-role'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { Email } from '~/ui/email'
import { A } from '~/ui/link'
import { peopleFields } from './filter'
import { type RoleExpiry, RoleExpiryText } from './role-expiry'
import { RoleBadge } from './shared/role-badge'

export interface PersonRow {
  id: string
  href: string
  name: string
  initials: string
  email: string
  role: RoleName | null
  /** The page that changes the role, with permission. */
  rolesHref: string | null
  customers: { name: string; role: CustomerRole | null }[]
  tenant: { name: string; href: string }
  created: string | null
  /** The earliest end of the temporary roles. */
  until: RoleExpiry | null
}

const tenant: ListColumn<PersonRow> = {
  key: 'tenant',
  title: (t) => t('main:user.list.column.tenant'),
  text: (row) => row.tenant.name,
  cell: (row) => (
    <A href={row.tenant.href}>
      <bdi>{row.tenant.name}</bdi>
    </A>
  ),
}

const identityColumns: readonly ListColumn<PersonRow>[] = [
  nameColumn({ title: (t) => t('main:user.list.column.name'), text: ({ name }) => name }),
  {
    key: 'initials',
    title: (t) => t('main:user.list.column.initials'),
    width: 'few',
    text: ({ initials }) => initials,
  },
]

const detailColumns: readonly ListColumn<PersonRow>[] = [
  {
    key: 'email',
    title: (t) => t('main:user.list.column.email'),
    width: 'email',
    text: ({ email }) => email,
    cell: ({ email }) => <Email>{email}</Email>,
  },
  {
    key: 'role',
    title: (t) => t('main:user.list.column.role'),
    text: ({ role }, t) => (role ? t(`role.${role}`) : t('word.unknown')),
    width: 'how',
    cell: (row) => <Role row={row} />,
  },
  {
    key: 'customers',
    title: (t) => t('main:user.list.column.customers'),
    text: ({ customers }, t) =>
      customers.map(({ name, role }) => `${name} (${role ? t(`role.${role}`) : t('word.unknown')})`).join('; '),
    cell: (row) => <Customers row={row} />,
  },
  {
    key: 'until',
    title: (t) => t('main:user.roles.until'),
    text: ({ until }) => until?.lastDay,
    width: 'day',
    isRare: true,
    cell: ({ until }) => <RoleExpiryText until={until} isCompact />,
  },
  {
    key: 'created',
    title: (t) => t('main:user.list.column.created'),
    text: ({ created }) => created,
    width: 'day',
    cell: ({ created }, { format }) => created && format.date(created),
  },
]

export const peopleView: ListView<typeof peopleFields, PersonRow> = {
  fields: peopleFields,
  columns: [...identityColumns, ...detailColumns],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'users', total),
  words: {
    none: (t) => ({ title: t('main:user.list.noneTitle'), text: t('main:user.list.noneText') }),
    empty: (t) => ({ title: t('main:user.list.emptyTitle'), text: t('main:user.list.emptyText') }),
    partial: (t) => ({ title: t('main:user.list.partialTitle'), text: t('main:user.list.partialText') }),
  },
  choice: {
    name: 'user',
    nameOf: ({ name }) => name,
    bulkActions: {
      give: (t) => t('main:user.bulk.give.action'),
      take: (t) => t('main:user.bulk.take.action'),
      offboard: (t) => t('main:user.bulk.offboard.action'),
      delete: (t) => t('main:user.bulk.delete.action'),
    },
    danger: ['delete'],
    all: {
      of: 'users',
      max: limitFor('user.addRole'),
      label: (t, count) => t('main:user.list.selectAll', { count }),
    },
  },
}

/** The list for several tenants, with the tenant of each person. */
export const allPeopleView: typeof peopleView = {
  ...peopleView,
  columns: [{ ...tenant, only: 'file' }, ...identityColumns, { ...tenant, only: 'page' }, ...detailColumns],
}

function Role({ row: { name, role, rolesHref } }: { row: PersonRow }) {
  const t = useT()
  if (!rolesHref) return <RoleBadge name={role} />
  return (
    <A href={rolesHref}>
      <RoleBadge name={role} />
      <span className="sr-only">: {t('main:user.list.changeRolesOf', { name })}</span>
    </A>
  )
}

/** Shows where the role applies: every customer at the tenant level, else the customers by name. */
function Customers({ row: { role, customers } }: { row: PersonRow }) {
  const t = useT()
  if (customers.length > 0) {
    return customers.map((customer, index) => (
      <span key={customer.name}>
        {index > 0 && ', '}
        <bdi>{customer.name}</bdi> ({customer.role ? t(`role.${customer.role}`) : t('word.unknown')})
      </span>
    ))
  }
  const coversAll = role === 'admin' || role === 'user' || role === 'super-admin'
  return coversAll ? t('main:user.list.everyCustomer') : t('word.none')
}
