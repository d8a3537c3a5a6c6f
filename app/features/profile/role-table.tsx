/** The roles of the person with the reason of each (spec §6). */

import { RoleBadge } from '~/features/user/shared/role-badge'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { Table } from '~/ui/table'
import type { OwnRole } from './own-roles.server'

export function RoleTable({ roles }: { roles: readonly OwnRole[] }) {
  const t = useT()
  return (
    <Table
      caption={t('main:profile.rolesCaption')}
      rows={roles}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'where',
          title: t('main:profile.column.where'),
          isRowHeader: true,
          cell: (row) => <Where row={row} />,
        },
        { key: 'role', title: t('main:profile.column.role'), cell: (row) => <RoleBadge name={row.role} /> },
        { key: 'why', title: t('main:profile.column.why'), cell: (row) => reasonText(t, row) },
      ]}
      empty={<EmptyState title={t('main:profile.empty')}>{t('main:profile.emptyHint')}</EmptyState>}
    />
  )
}

function Where({ row }: { row: OwnRole }) {
  const t = useT()
  const name = <bdi>{row.name}</bdi>
  return (
    <>
      {row.href ? <A href={row.href}>{name}</A> : name}{' '}
      <span className="block text-sm font-normal text-soft">
        {t(row.kind === 'tenant' ? 'main:profile.inTenant' : 'main:profile.inCustomer')}
      </span>
    </>
  )
}

/** A role in a tenant is explained by the roles in its customers; a role in a customer by the role assigned there. */
function reasonText(t: Translate, { because, kind, name }: OwnRole): string {
  if (kind === 'tenant' && because === 'customerAdmin') return t('main:profile.because.customerAdminSomewhere')
  if (kind === 'tenant' && because === 'customerUser') return t('main:profile.because.customerUserSomewhere')
  return t(`main:profile.because.${because}`, { name })
}
