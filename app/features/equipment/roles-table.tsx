/** Table of the roles of equipment, with the point of each and its value. */

import { PointReading, PointStateBadges, ReadAt } from '~/features/point/shared/states'
import { useT } from '~/i18n/use-t'
import { ViewTable } from '~/kit/list/list'
import type { ListColumn } from '~/kit/list/view'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import type { RoleRow } from './roles.server'

const columns: readonly ListColumn<RoleRow>[] = [
  {
    key: 'type',
    title: (t) => t('main:equipment.role'),
    isRowHeader: true,
    width: 'text',
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
    width: 'text',
    text: (row) => row.point?.name ?? null,
    cell: (row, { t }) =>
      row.point ? (
        <A href={row.point.href}>
          <bdi>{row.point.name}</bdi>
        </A>
      ) : row.isUnreadable ? (
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
    width: 'kind',
    text: () => null,
    cell: (row) => row.point && <PointReading point={row.point} />,
  },
  {
    key: 'state',
    title: (t) => t('field.state'),
    width: 'how',
    text: () => null,
    cell: (row) => row.point && <PointStateBadges point={row.point} />,
  },
  {
    key: 'at',
    title: (t) => t('main:point.read'),
    width: 'when',
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
