/** The number of administrators and users of each tenant, with a mark on those with too few. */
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Disclosure } from '~/ui/disclosure'
import { A } from '~/ui/link'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { TenantRoleCounts } from './roles-by-tenant.server'

/** The limit of rows; tenants with too few administrators come first. */
const maxRows = 50

export function RolesByTenant({ rows }: { rows: readonly TenantRoleCounts[] }) {
  const t = useT()
  const format = useFormat()
  const few = rows.filter(({ admins }) => admins < 2).length
  const countLink = (count: number, href: string) =>
    count > 0 ? <A href={href}>{format.number(count)}</A> : <span className="text-faint">{format.number(0)}</span>
  return (
    <Disclosure
      title={few > 0 ? t('main:user.all.rolesFew', { count: few }) : t('main:user.all.roles')}
      className="px-4 py-2"
    >
      <div className="-mx-4 mt-2 border-t border-line">
        <Table
          caption={t('main:user.all.roles')}
          rows={rows.slice(0, maxRows)}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'tenant',
              title: t('entity.tenant'),
              isRowHeader: true,
              cell: ({ name, admins }) => (
                <span className="flex flex-wrap items-center gap-x-2">
                  <bdi>{name}</bdi> {admins === 0 && <Badge tone="danger">{t('main:user.all.noAdmin')}</Badge>}
                  {admins === 1 && <Badge tone="warn">{t('main:user.all.oneAdmin')}</Badge>}
                </span>
              ),
            },
            {
              key: 'admins',
              title: t('main:user.all.admins'),
              align: 'end',
              cell: ({ admins, adminsHref }) => countLink(admins, adminsHref),
            },
            {
              key: 'users',
              title: t('main:user.all.users'),
              align: 'end',
              cell: ({ users, usersHref }) => countLink(users, usersHref),
            },
          ]}
        />
        {rows.length > maxRows && (
          <p className="px-4 py-2 text-soft">{t('main:user.all.moreTenants', { count: rows.length - maxRows })}</p>
        )}
      </div>
    </Disclosure>
  )
}
