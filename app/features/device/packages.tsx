/** The software of a controller: installed and supported versions, and their status (spec §4). */
import type { PackageEntry } from '~/domain/package-status'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Disclosure } from '~/ui/disclosure'
import { EmptyState, type Offer } from '~/ui/empty-state'
import { PackageStatusBadge } from '~/ui/states'
import { Table, type TableColumn } from '~/ui/table'
import { useFormat } from '~/ui/use-format'

/** Counts by status that unfold to the table; unfolded at first when a package is outdated. */
export function FoldedPackages({
  name,
  packages,
  offers,
}: {
  name: string
  packages: readonly PackageEntry[]
  /** The next steps where there is no package. */
  offers: readonly Offer[]
}) {
  const t = useT()
  const format = useFormat()
  if (packages.length === 0)
    return (
      <EmptyState title={t('main:device.noPackagesTitle')} offers={offers}>
        {t('main:device.noPackagesText')}
      </EmptyState>
    )
  const counts = statuses.flatMap((status) => {
    const count = packages.filter((one) => one.status === status).length
    return count > 0 ? [t(`main:device.packageCount.${status}`, { count })] : []
  })
  const hasOutdated = packages.some(({ status }) => status === 'outdated')
  return (
    <Disclosure title={format.list(counts)} isOpen={hasOutdated} className="px-4 py-2">
      <div className="-mx-4 mt-2 border-t border-line">
        <PackageTable name={name} packages={packages} />
      </div>
    </Disclosure>
  )
}

/** In the order of the counts. */
const statuses = [
  'outdated',
  'upToDate',
  'notInstalled',
  'notAvailable',
] as const satisfies readonly PackageEntry['status'][]

function PackageTable({ name, packages }: { name: string; packages: readonly PackageEntry[] }) {
  const t = useT()
  const columns: TableColumn<PackageEntry>[] = [
    {
      key: 'name',
      title: t('entity.package'),
      isRowHeader: true,
      cell: (entry) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi>{entry.displayName}</bdi>
          {entry.mandatory && <Badge tone="info">{t('main:device.mandatory')}</Badge>}
        </span>
      ),
    },
    {
      key: 'installed',
      title: t('main:device.installed'),
      cell: (entry) => <Version version={entry.installedVersion} />,
    },
    { key: 'latest', title: t('main:device.latest'), cell: (entry) => <Version version={entry.latestVersion} /> },
    { key: 'status', title: t('field.state'), cell: (entry) => <PackageStatusBadge status={entry.status} /> },
  ]
  return (
    <Table
      caption={t('main:device.packagesOf', { name })}
      columns={columns}
      rows={packages}
      rowKey={(entry) => entry.name}
    />
  )
}

function Version({ version }: { version: string | null }) {
  const t = useT()
  if (version === null) return <span className="text-faint">{t('word.none')}</span>
  return <bdi className="tabular-nums">{version}</bdi>
}

export interface SupportedPackage {
  key: string
  name: string
  displayName: string
  version: string
}

/** Every version that the model supports, in a disclosure (spec §5). */
export function SupportedPackages({ packages }: { packages: readonly SupportedPackage[] }) {
  const t = useT()
  if (packages.length === 0) return null
  const names = [...new Set(packages.map(({ name }) => name))]
  return (
    <details className="relative">
      <summary className="rounded text-accent underline">{t('main:device.supported', { count: names.length })}</summary>
      <dl className="absolute end-0 z-10 mt-1 w-72 max-w-[80vw] rounded-md border border-line bg-surface p-3 text-ink shadow-lg">
        {names.map((name) => {
          const versions = packages.filter((one) => one.name === name)
          return (
            <div key={name} className="border-b border-line py-1 last:border-b-0">
              <dt className="font-medium">
                <bdi>{versions[0]?.displayName ?? name}</bdi>
              </dt>
              <dd className="text-soft">{versions.map(({ version }) => version).join(', ')}</dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}
