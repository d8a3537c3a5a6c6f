/** The controllers of one deployment, fifty at a time, each with its state and what went wrong. */
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { DeploymentBadge } from '~/ui/states'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { Operations } from './operations'
import type { DeploymentRow } from './row'

export interface RolloutRows {
  rows: readonly DeploymentRow[]
  shown: number
  total: number
  firstHref?: string | undefined
  nextHref?: string | undefined
}

export function RolloutTable({ rollout }: { rollout: RolloutRows }) {
  const t = useT()
  const { rows, shown, total, firstHref, nextHref } = rollout
  const caption = t('main:deployment.page.controllers')
  return (
    <Section title={caption} flush>
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
            cell: ({ operations }) => <Operations operations={operations} isWhyShown={operations.length > 1} />,
          },
          {
            key: 'started',
            title: t('main:deployment.column.started'),
            cell: (row) => row.startedAt && <Time at={row.startedAt} />,
          },
          {
            key: 'finished',
            title: t('main:deployment.column.finished'),
            cell: (row) => row.completedAt && <Time at={row.completedAt} />,
          },
        ]}
      />
      <Pager caption={caption} shown={shown} total={total} firstHref={firstHref} nextHref={nextHref} />
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

function State({ row }: { row: DeploymentRow }) {
  return (
    <>
      <DeploymentBadge status={row.status} />
      {row.message && <span className="mt-0.5 block text-sm text-soft">{row.message}</span>}
    </>
  )
}
