/** The controllers of one deployment, 50 per page, each with its state and error. */
import type { TotalCount } from '~/domain/count'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { RolloutStates, type StateLinks } from './rollout-states'
import { Message } from './shared/message'
import { DeploymentState, Operations, ScheduledStart, StalledBadge } from './shared/operations'
import { type DeploymentRow, isRemoval } from './shared/row'

export interface RolloutTableData extends StateLinks {
  rows: readonly DeploymentRow[]
  rowCount: number
  total: TotalCount
  firstHref?: string | undefined
  nextHref?: string | undefined
}

export function RolloutTable({ rollout }: { rollout: RolloutTableData }) {
  const t = useT()
  const { rows, rowCount, total, firstHref, nextHref } = rollout
  const caption = t('main:deployment.page.controllers')
  return (
    <Section title={caption} aside={<RolloutStates {...rollout} />} flush>
      <Table
        caption={caption}
        rows={rows}
        rowKey={(row) => row.id}
        empty={<EmptyState title={t('main:deployment.page.noneInState')} />}
        columns={[
          {
            key: 'device',
            title: t('main:deployment.column.controller'),
            isRowHeader: true,
            cell: (row) => <Controller row={row} />,
          },
          { key: 'state', title: t('main:deployment.column.state'), cell: (row) => <State row={row} /> },
          {
            key: 'packages',
            title: t('main:deployment.column.packages'),
            cell: (row) => <Operations row={row} showsMessages={row.operations.length > 1} />,
          },
          {
            key: 'started',
            title: t('main:deployment.column.started'),
            cell: (row) => row.startedAt && <Time at={row.startedAt} />,
          },
          { key: 'took', title: t('main:deployment.column.took'), cell: (row) => <Duration row={row} /> },
        ]}
      />
      <Pager caption={caption} rowCount={rowCount} total={total} firstHref={firstHref} nextHref={nextHref} />
    </Section>
  )
}

function Controller({ row: { device } }: { row: DeploymentRow }) {
  return (
    <>
      <A href={device.href ?? ''}>
        <bdi>{device.name}</bdi>
      </A>
      {device.location && (
        <span className="block text-sm font-normal text-soft">
          <bdi>{device.location}</bdi>
        </span>
      )}
    </>
  )
}

function Duration({ row: { startedAt, completedAt } }: { row: DeploymentRow }) {
  const format = useFormat()
  if (!startedAt || !completedAt) return null
  const seconds = Math.round((Date.parse(completedAt) - Date.parse(startedAt)) / 1000)
  return <span className="whitespace-nowrap">{format.duration(seconds)}</span>
}

function State({ row }: { row: DeploymentRow }) {
  return (
    <>
      <DeploymentState status={row.status} isRemoval={isRemoval([row])} /> <StalledBadge row={row} />
      <ScheduledStart row={row} />
      {row.message && (
        <span className="mt-0.5 block text-sm text-soft">
          <Message>{row.message}</Message>
        </span>
      )}
    </>
  )
}
