/** What a change did to each thing it touched. */

import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { Outcome } from '~/trail/record'
import { A } from '~/ui/link'
import { OutcomeBadge } from '~/ui/states'
import { Table } from '~/ui/table'

export interface ChangeRow {
  sequence: number
  subject: { id: string; name: string }
  /** Where the thing is now. */
  href: string | null
  outcome: Outcome
  /** Where its form stands filled in with what was before. */
  backHref: string | null
  why: string
}

export function ChangeRows({ tenantId, rows }: { tenantId: string; rows: readonly ChangeRow[] }) {
  const t = useT()
  return (
    <Table
      caption={t('main:change.page.subjects')}
      rows={rows}
      rowKey={(row) => String(row.sequence)}
      columns={[
        {
          key: 'name',
          title: t('field.name'),
          isRowHeader: true,
          cell: (row) =>
            row.href ? (
              <A href={row.href}>
                <bdi>{row.subject.name}</bdi>
              </A>
            ) : (
              <bdi>{row.subject.name}</bdi>
            ),
        },
        {
          key: 'outcome',
          title: t('main:trail.column.outcome'),
          cell: (row) => <OutcomeBadge outcome={row.outcome} />,
        },
        {
          key: 'why',
          title: t('main:change.page.why'),
          cell: (row) => <span className="wrap-anywhere">{row.why}</span>,
        },
        {
          key: 'record',
          title: t('main:view.trail'),
          cell: (row) => (
            <span className="flex flex-wrap gap-x-3">
              <A href={href('trailRecord', { tenantId, sequence: String(row.sequence) })}>
                {t('main:change.page.openRecord', { sequence: row.sequence })}
              </A>
              {row.backHref && <A href={row.backHref}>{t('main:trail.putBack.link')}</A>}
            </span>
          ),
        },
      ]}
    />
  )
}
