/** Controllers to read across: name and place, host id, model, connection, packages. */
import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { ConnectionBadge, OnboardedBadge } from '~/ui/states'
import { type Choice, type Column, Table } from '~/ui/table'
import type { DeviceRow } from './row'

interface Sorts {
  name: Column<DeviceRow>['sort']
  hostId: Column<DeviceRow>['sort']
  model: Column<DeviceRow>['sort']
}

export function DeviceTable({
  caption,
  rows,
  sorts,
  choice,
  hasLocation = true,
  empty,
}: {
  caption: string
  rows: readonly DeviceRow[]
  sorts?: Sorts
  choice?: Choice<DeviceRow>
  /** False where every row has the place of the page. */
  hasLocation?: boolean
  empty: ReactNode
}) {
  const t = useT()
  const columns: Column<DeviceRow>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      sort: sorts?.name,
      cell: (row) => (
        <>
          <A href={row.href}>
            <bdi>{row.name}</bdi>
          </A>
          {hasLocation && <bdi className="block text-sm font-normal text-soft">{row.location}</bdi>}
        </>
      ),
    },
    {
      key: 'hostId',
      title: t('main:device.hostId'),
      sort: sorts?.hostId,
      cell: (row) =>
        row.hostId ? (
          <span className="font-mono text-sm whitespace-nowrap">{row.hostId}</span>
        ) : (
          <span className="text-faint">{t('word.none')}</span>
        ),
    },
    { key: 'model', title: t('main:device.model'), sort: sorts?.model, cell: (row) => row.type },
    { key: 'state', title: t('field.state'), cell: (row) => <DeviceState row={row} /> },
    { key: 'packages', title: t('main:device.packages'), cell: (row) => <PackageSummary status={row.packageStatus} /> },
  ]
  return (
    <Table caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} choice={choice} empty={empty} />
  )
}

/** A controller nobody onboarded yet cannot be connected, so only one of the two is said. */
export function DeviceState({ row }: { row: Pick<DeviceRow, 'isConnected' | 'isOnboarded' | 'isDeploying'> }) {
  const t = useT()
  return (
    <span className="flex flex-wrap gap-1">
      {row.isOnboarded ? <ConnectionBadge isConnected={row.isConnected} /> : <OnboardedBadge isOnboarded={false} />}
      {row.isDeploying && <Badge tone="progress">{t('device.deploying')}</Badge>}
    </span>
  )
}

function PackageSummary({ status: { outdated, total } }: { status: DeviceRow['packageStatus'] }) {
  const t = useT()
  if (total === 0) return <span className="text-faint">{t('main:device.noPackages')}</span>
  return outdated > 0 ? (
    <Badge tone="warn">{t('main:device.outdatedOf', { count: outdated, total })}</Badge>
  ) : (
    <Badge tone="ok">{t('main:device.allUpToDate', { count: total })}</Badge>
  )
}
