/** Table of the roles of equipment, with the point of each and its value. */
import { useT } from '~/i18n/use-t'
import { ViewTable } from '~/screens/list/list'
import type { Column } from '~/screens/list/view'
import { PointState, ReadAt, Reading } from '~/things/point/states'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import type { RoleRow } from './roles.server'

const columns: readonly Column<RoleRow>[] = [
  {
    key: 'type',
    title: (t) => t('main:equipment.role'),
    isRowHeader: true,
    holds: 'text',
    text: (row) => row.type,
    cell: (row) => (
      <>
        {row.type} <span className="mono font-normal text-soft">{row.role}</span>
      </>
    ),
  },
  {
    key: 'point',
    title: (t) => t('main:point.one'),
    holds: 'text',
    text: (row) => row.point?.name ?? null,
    cell: (row, { t }) =>
      row.point ? (
        <A href={row.point.href}>
          <bdi>{row.point.name}</bdi>
        </A>
      ) : row.isUnread ? (
        <span className="text-faint">{t('main:equipment.unread')}</span>
      ) : (
        <>
          {row.isRequired ? (
            <Badge tone="warn">{t('main:equipment.missing')}</Badge>
          ) : (
            <span className="text-faint">{t('main:equipment.notMapped')}</span>
          )}
          {row.mapHref && (
            <>
              {' '}
              <A href={row.mapHref}>
                {t('main:mapping.role.link')}
                <span className="sr-only">: {row.type}</span>
              </A>
            </>
          )}
        </>
      ),
  },
  {
    key: 'value',
    title: (t) => t('main:point.value'),
    holds: 'kind',
    text: () => null,
    cell: (row) => row.point && <Reading point={row.point} />,
  },
  {
    key: 'state',
    title: (t) => t('field.state'),
    holds: 'how',
    text: () => null,
    cell: (row) => row.point && <PointState point={row.point} />,
  },
  {
    key: 'at',
    title: (t) => t('main:point.read'),
    holds: 'when',
    text: (row) => row.point?.at ?? null,
    cell: (row) => row.point?.at && <ReadAt id={row.point.id} at={row.point.at} />,
  },
]

export function RolesTable({ rows, caption }: { rows: readonly RoleRow[]; caption: string }) {
  const t = useT()
  return (
    <ViewTable
      view={{ columns, keyOf: ({ role }) => role }}
      caption={caption}
      rows={rows}
      empty={<p className="px-4 py-3 text-soft">{t('main:equipment.noRoles')}</p>}
    />
  )
}
