/** The last few deployments of a controller, newest first. */
import type { Deployment } from '#contracts/site'
import type { Panel } from '~/backend/reader.server'
import { StalledBadge } from '~/features/deployment/shared/operations'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { ParamsFor } from '~/paths'
import { EmptyState, type Offer } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { DeploymentBadge } from '~/ui/states'
import { Table, type TableColumn } from '~/ui/table'
import { Time } from '~/ui/time'

const maxShown = 3

/** Returns the rows of the panel, each with the URL of its deployment. */
export function latestDeployments(
  deployments: Panel<Deployment[]>,
  at: ParamsFor<'device'>,
  stalled: ReadonlySet<string>,
) {
  if (!deployments.ok) return deployments
  return {
    ok: true as const,
    rows: deployments.value.slice(0, maxShown).map((one) => ({
      id: one.id,
      href: href('deployment', { ...at, operationId: one.operationId }),
      requestedAt: one.requestedAt,
      requestedBy: one.requestedBy?.fullName ?? null,
      status: one.status,
      isStalled: stalled.has(one.id),
      operations: one.operations.map(({ type, displayName, packageName }) => ({
        type,
        name: displayName ?? packageName,
      })),
    })),
  }
}

type Row = Extract<ReturnType<typeof latestDeployments>, { ok: true }>['rows'][number]

export function LatestDeployments({
  rows,
  timeZone,
  offers,
}: {
  rows: readonly Row[]
  timeZone?: string | undefined
  /** The next steps where nothing was deployed yet. */
  offers: readonly Offer[]
}) {
  const t = useT()
  const columns: TableColumn<Row>[] = [
    {
      key: 'time',
      title: t('main:device.requested'),
      isRowHeader: true,
      cell: (row) => (
        <>
          <A href={row.href}>
            <Time at={row.requestedAt} timeZone={timeZone} />
          </A>
          {row.requestedBy && <bdi className="block text-sm font-normal text-soft">{row.requestedBy}</bdi>}
        </>
      ),
    },
    {
      key: 'operations',
      title: t('main:device.operations'),
      cell: (row) => (
        <ul>
          {row.operations.map(({ type, name }) => (
            <li key={`${type} ${name}`}>{t(`main:device.operation.${type}`, { name })}</li>
          ))}
        </ul>
      ),
    },
    {
      key: 'status',
      title: t('field.state'),
      cell: (row) => (
        <>
          <DeploymentBadge status={row.status} /> <StalledBadge row={row} />
        </>
      ),
    },
  ]
  return (
    <Table
      caption={t('main:device.latestDeployments')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={
        <EmptyState title={t('main:device.noDeployments')} offers={offers}>
          {t('main:device.noDeploymentsText')}
        </EmptyState>
      }
    />
  )
}
