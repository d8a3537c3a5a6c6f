/** The permissions of a role as text: what is permitted where, and why not elsewhere. */
import { type AssignedRole, type RoleMeaning, roleMeaning } from '~/domain/role-meaning'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'

export function RoleMeanings({ status, tenantName }: { status: AssignedRole; tenantName: string }) {
  const t = useT()
  return (
    <Table
      caption={t('main:user.meaning.caption')}
      rows={roleMeaning(status)}
      rowKey={({ tasks }) => tasks.join()}
      columns={[
        {
          key: 'may',
          title: t('main:user.meaning.column.may'),
          isRowHeader: true,
          cell: (row) => <PermissionBadge meaning={row} />,
        },
        {
          key: 'deeds',
          title: t('main:user.meaning.column.deed'),
          cell: ({ tasks }) => (
            <ul>
              {tasks.map((deed) => (
                <li key={deed}>{t(`main:user.meaning.deed.${deed}`)}</li>
              ))}
            </ul>
          ),
        },
        {
          key: 'because',
          title: t('main:user.meaning.column.because'),
          cell: (row) => <PermissionReason meaning={row} status={status} tenantName={tenantName} />,
        },
      ]}
    />
  )
}

function PermissionBadge({ meaning: { where, notIn } }: { meaning: RoleMeaning }) {
  const t = useT()
  if (where === null) return <Badge tone="neutral">{t('main:user.meaning.mayNot')}</Badge>
  return (
    <Badge tone={notIn.length > 0 ? 'info' : 'ok'}>
      {t(notIn.length > 0 ? 'main:user.meaning.maySome' : 'main:user.meaning.may')}
    </Badge>
  )
}

function PermissionReason({
  meaning: { where, mayIn, notIn, whyNot },
  status,
  tenantName,
}: {
  meaning: RoleMeaning
  status: AssignedRole
  tenantName: string
}) {
  const t = useT()
  const format = useFormat()
  const why = whyNot && t(`main:user.meaning.whyNot.${whyNot}`)
  if (where === null) return <>{why}</>
  const role = t(`role.${status.role}`)
  const may =
    where === 'customers'
      ? t('main:user.meaning.where.customers', { names: format.list(mayIn) })
      : t(`main:user.meaning.where.${where}`, { role, name: tenantName })
  return (
    <span className="wrap-anywhere">
      {may}{' '}
      {notIn.length > 0 && (
        <span className="block text-soft">
          {t('main:user.meaning.notIn', { names: format.list(notIn) })} {why}
        </span>
      )}
    </span>
  )
}
