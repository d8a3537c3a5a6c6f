/** The columns of the deployments list; deployments that were started together are one row. */
import type { DeploymentStatus } from '#contracts/site'
import { deploymentStatuses } from '~/domain/deployment-progress'
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import type { FilterFields } from '~/kit/list/filter'
import type { CellContext, ListView } from '~/kit/list/view'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { Time } from '~/ui/time'
import type { RolloutRow } from './rollout-row'
import { DeploymentState } from './shared/operations'
import { isRemoval, rolloutName } from './shared/row'

export const rolloutFields = {
  status: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:deployment.list.state'),
    values: ['stalled', ...deploymentStatuses],
    alone: ['stalled'],
    text: (t, value) =>
      value === 'stalled' ? t('main:deployment.stalled') : t(`deploymentStatus.${value as DeploymentStatus}`),
    any: (t) => t('main:deployment.list.any'),
  },
} as const satisfies FilterFields

const controllersText = ({ only, total }: RolloutRow, t: Translate) =>
  only?.name ?? t('count.devices', { count: total })

export const rolloutView: ListView<typeof rolloutFields, RolloutRow> = {
  fields: rolloutFields,
  columns: [
    {
      key: 'what',
      title: (t) => t('main:deployment.list.operation'),
      isRowHeader: true,
      text: (row, t) => rolloutName(t, [row]),
      cell: (row, { t }) => <A href={row.href}>{rolloutName(t, [row])}</A>,
    },
    {
      key: 'when',
      width: 'when',
      title: (t) => t('main:deployment.column.requested'),
      text: ({ requestedAt }) => requestedAt,
      cell: ({ requestedAt }) => <Time at={requestedAt} />,
    },
    { key: 'who', title: (t) => t('main:deployment.column.by'), text: ({ requestedBy }) => requestedBy },
    {
      key: 'controllers',
      title: (t) => t('main:deployment.list.controllers'),
      text: controllersText,
      cell: (row, { t }) =>
        row.only ? (
          <A href={row.only.href}>
            <bdi>{row.only.name}</bdi>
          </A>
        ) : (
          controllersText(row, t)
        ),
    },
    {
      key: 'state',
      title: (t) => t('main:deployment.list.state'),
      text: ({ counts }, t) =>
        counts.map(({ status, count }) => `${count} ${t(`deploymentStatus.${status}`)}`).join(', '),
      cell: (row, context) => <Counts row={row} {...context} />,
    },
  ],
  keyOf: ({ operationId }) => operationId,
  count: (t, total) => countText(t, 'deployments', total),
  words: {
    none: (t) => ({ title: t('main:deployment.list.emptyFilter'), text: t('main:deployment.list.emptyFilterText') }),
    empty: (t) => ({ title: t('main:deployment.list.empty'), text: t('main:deployment.list.emptyText') }),
    partial: (t) => ({ title: t('main:deployment.list.partialTitle'), text: t('main:deployment.list.partial') }),
  },
}

function Counts({ row, t }: { row: RolloutRow; t: CellContext['t'] }) {
  const { counts, total, stalled } = row
  return (
    <ul className="flex gap-x-3">
      {counts.map(({ status, count }) => (
        <li key={status} className="inline-flex items-center gap-1">
          {total > 1 && <span className="text-soft">{t('count.plain', { count })}</span>}{' '}
          <DeploymentState status={status} isRemoval={isRemoval([row])} />
        </li>
      ))}
      {stalled > 0 && (
        <li>
          <Badge tone="warn">{t('main:deployment.list.stalled', { count: stalled })}</Badge>
        </li>
      )}
    </ul>
  )
}
