/** A list of people with its filters, its rows to tick and what can be done with them. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { RoleBadge } from '~/things/user/role-badge'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { Filters, HiddenFields } from '~/ui/form'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { type Column, Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { PeopleListData, PersonRow } from './list-data.server'

export function PeopleList({ list }: { list: PeopleListData }) {
  const t = useT()
  const { rows, total, links } = list
  const caption = t('main:user.list.caption')
  const mayChoose = links.bulk.length > 0 && rows.length > 0
  const table = (
    <Table
      caption={caption}
      columns={useColumns(list)}
      rows={rows}
      rowKey={(row) => row.id}
      choice={
        mayChoose
          ? {
              name: 'user',
              valueOf: (row) => row.id,
              nameOf: (row) => row.name,
              all: total !== null && total > rows.length ? { name: 'all', total } : undefined,
            }
          : undefined
      }
      empty={<EmptyState title={t('main:user.list.empty')}>{t('main:user.list.emptyHint')}</EmptyState>}
    />
  )
  return (
    <Stack>
      <PeopleFilters list={list} />
      {list.isCut && (
        <Notice tone="warn" quiet>
          {t('main:user.list.cut')}
        </Notice>
      )}
      <Section
        title={total === null ? undefined : t('count.users', { count: total })}
        aside={rows.length > 0 && <A href={links.csv}>{t('action.download')}</A>}
        flush
      >
        {mayChoose ? (
          <form method="get" action={links.list}>
            <HiddenFields values={{ ...list.search, sort: null, after: null }} />
            <ChosenActions moves={links.bulk} />
            {table}
          </form>
        ) : (
          table
        )}
        <Pager
          caption={caption}
          shown={rows.length}
          total={total ?? undefined}
          firstHref={links.first ?? undefined}
          nextHref={links.next ?? undefined}
        />
      </Section>
    </Stack>
  )
}

function PeopleFilters({ list: { search, roles, customers, isFiltered, links } }: { list: PeopleListData }) {
  const t = useT()
  const any = { value: '', label: t('word.any') }
  return (
    <Filters keep={{ sort: search.sort }} clearHref={isFiltered ? links.clear : undefined}>
      <TextInput name="q" type="search" label={t('main:user.list.search')} defaultValue={search.q} maxLength={200} />
      <TextInput
        name="initials"
        label={t('main:user.list.initials')}
        defaultValue={search.initials}
        maxLength={10}
        className="w-24"
      />
      <Select
        name="role"
        label={t('main:user.list.role')}
        defaultValue={search.role ?? ''}
        options={[any, ...roles.map((role) => ({ value: role, label: t(`role.${role}`) }))]}
      />
      {customers.length > 0 && (
        <Select
          name="customer"
          label={t('main:user.list.customer')}
          defaultValue={search.customer ?? ''}
          options={[any, ...customers]}
        />
      )}
    </Filters>
  )
}

/** What can be done with the ticked rows: a form that navigates, so that the choice is an address. */
function ChosenActions({ moves }: { moves: PeopleListData['links']['bulk'] }) {
  const t = useT()
  return (
    <div className="no-print flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <span className="text-sm text-soft">{t('main:user.list.withChosen')}</span>
      {moves.map((move) => (
        <Button key={move} small name="to" value={move}>
          {t(`main:user.bulk.${move}.action`)}
        </Button>
      ))}
    </div>
  )
}

function useColumns({ sorts, hasTenants }: PeopleListData): Column<PersonRow>[] {
  const t = useT()
  const format = useFormat()
  const title = (key: 'name' | 'email' | 'initials' | 'role' | 'created' | 'customers' | 'tenant') =>
    t(`main:user.list.column.${key}`)
  return [
    { key: 'name', title: title('name'), isRowHeader: true, sort: sorts.name, cell: (row) => <PersonLink row={row} /> },
    { key: 'initials', title: title('initials'), sort: sorts.initials, cell: (row) => row.initials },
    ...(hasTenants
      ? [{ key: 'tenant', title: title('tenant'), cell: (row: PersonRow) => <TenantLink row={row} /> }]
      : []),
    {
      key: 'email',
      title: title('email'),
      sort: sorts.email,
      cell: (row) => <bdi className="break-words">{row.email}</bdi>,
    },
    { key: 'role', title: title('role'), sort: sorts.role, cell: (row) => <RoleBadge name={row.role} /> },
    { key: 'customers', title: title('customers'), cell: (row) => <Customers row={row} /> },
    {
      key: 'created',
      title: title('created'),
      sort: sorts.created,
      cell: (row) => row.created && <span className="whitespace-nowrap">{format.date(row.created)}</span>,
    },
  ]
}

function PersonLink({ row }: { row: PersonRow }) {
  return (
    <A href={href('user', { tenantId: row.tenantId, userId: row.id })}>
      <bdi>{row.name}</bdi>
    </A>
  )
}

function TenantLink({ row }: { row: PersonRow }) {
  return (
    <A href={href('users', row)}>
      <bdi>{row.tenant}</bdi>
    </A>
  )
}

/** Where the role holds: everywhere for the tenant level, customer by customer otherwise. */
function Customers({ row }: { row: PersonRow }) {
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
