/** The people of a tenant and their roles; a customer's admin meets those of the own customers (domain §9.4). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RoleName } from '#contracts/permissions'
import { tenant } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { displayName } from '~/domain/current-user'
import { customerRole } from '~/domain/effective-role'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { RoleBadge } from './role-badge'
import { shownRole } from './shown-role.server'

export const handle = { title: (_, t) => t('main:user.list.title'), menu: 'users' } satisfies PageHandle<typeof loader>

const tenantLevel = ['admin', 'user', 'customer-admin', 'customer-user', 'no-access'] as const satisfies RoleName[]
const customerLevel = ['customer-admin', 'customer-user'] as const satisfies RoleName[]

export async function loader(args: LoaderFunctionArgs) {
  const at = address('users', args.params)
  const { page, may, age, language } = await reader(args, { capability: 'user.read' })
  const query = new URL(args.request.url).searchParams
  const roles: readonly RoleName[] = may('role.manage') ? tenantLevel : customerLevel
  const filter = {
    q: query.get('q')?.trim().slice(0, 200) ?? '',
    role: roles.find((role) => role === query.get('role')) ?? null,
  }
  const after = query.get('after')
  const people = await page(tenant.listUsers, {
    path: { id: at.tenantId },
    query: {
      pageSize: 50,
      search: filter.q || undefined,
      role: filter.role ?? undefined,
      continuationToken: after ?? undefined,
    },
  })
  return {
    at,
    filter,
    roles,
    seesEveryone: may('role.manage'),
    rows: people.reply.map((user) => ({
      id: user.id,
      name: displayName(user) || user.email,
      email: user.email,
      role: shownRole(user.role, at.tenantId),
      customers: (user.customerPermissions ?? []).map(({ customerId, customerName, roleId }) => ({
        name: customerName ?? customerId,
        role: customerRole(roleId, config().roleIds),
      })),
    })),
    total: people.totalCount ?? undefined,
    firstHref: after ? href('users', at, filter) : undefined,
    nextHref: people.continuationToken ? href('users', at, { ...filter, after: people.continuationToken }) : undefined,
    age: age(),
    crumbs: [{ name: translator(language)('main:user.list.title'), href: href('users', at) }],
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>
type Row = Data['rows'][number]

export default function UserList() {
  const t = useT()
  const { at, rows, roles, seesEveryone, total, firstHref, nextHref, filter } = useLoaderData<typeof loader>()
  const columns = [
    {
      key: 'name',
      title: t('main:user.list.column.name'),
      isRowHeader: true,
      cell: (row: Row) => <PersonLink at={at} row={row} />,
    },
    {
      key: 'email',
      title: t('main:user.list.column.email'),
      cell: (row: Row) => <bdi className="break-words">{row.email}</bdi>,
    },
    { key: 'role', title: t('main:user.list.column.role'), cell: (row: Row) => <RoleBadge name={row.role} /> },
    { key: 'customers', title: t('main:user.list.column.customers'), cell: (row: Row) => <Customers row={row} /> },
  ]
  return (
    <>
      <PageHeader
        name={t('main:user.list.title')}
        status={
          <span className="text-soft">{t(seesEveryone ? 'main:user.list.intro' : 'main:user.list.introOwn')}</span>
        }
      />
      <Filters clearHref={filter.q || filter.role ? href('users', at) : undefined}>
        <TextInput name="q" type="search" label={t('main:user.list.search')} defaultValue={filter.q} />
        <Select
          name="role"
          label={t('main:user.list.role')}
          defaultValue={filter.role ?? ''}
          options={[
            { value: '', label: t('word.any') },
            ...roles.map((role) => ({ value: role, label: t(`role.${role}`) })),
          ]}
        />
      </Filters>
      <Section flush>
        <Table
          caption={t('main:user.list.caption')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={<EmptyState title={t('main:user.list.empty')}>{t('main:user.list.emptyHint')}</EmptyState>}
        />
        <Pager
          caption={t('main:user.list.caption')}
          shown={rows.length}
          total={total}
          firstHref={firstHref}
          nextHref={nextHref}
        />
      </Section>
    </>
  )
}

function PersonLink({ at, row }: { at: Data['at']; row: Row }) {
  return (
    <A href={href('user', { ...at, userId: row.id })}>
      <bdi>{row.name}</bdi>
    </A>
  )
}

/** Where the role holds: everywhere for the tenant level, customer by customer otherwise. */
function Customers({ row }: { row: Row }) {
  const t = useT()
  if (row.customers.length > 0) {
    return (
      <ul>
        {row.customers.map((customer) => (
          <li key={customer.name}>
            <bdi>{customer.name}</bdi>{' '}
            <span className="text-soft">({customer.role ? t(`role.${customer.role}`) : t('word.unknown')})</span>
          </li>
        ))}
      </ul>
    )
  }
  const coversAll = row.role === 'admin' || row.role === 'user' || row.role === 'super-admin'
  return <span className="text-soft">{coversAll ? t('main:user.list.everyCustomer') : t('word.none')}</span>
}
