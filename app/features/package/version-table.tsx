/** The versions of a package: dependencies, files, and the number of controllers that run each. */
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { Table } from '~/ui/table'
import type { VersionRow } from './versions'

export function VersionTable({ caption, rows }: { caption: string; rows: readonly VersionRow[] }) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        {
          key: 'version',
          title: t('main:package.version'),
          isRowHeader: true,
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-x-2">
              <bdi className="tabular-nums">{row.version}</bdi>
              {row.isNewest && <Badge tone="info">{t('main:package.newest')}</Badge>}
            </span>
          ),
        },
        { key: 'needs', title: t('main:package.needs'), cell: (row) => <Needs row={row} /> },
        { key: 'files', title: t('main:package.files'), cell: (row) => <Files row={row} /> },
        { key: 'count', title: t('main:package.controllers'), cell: (row) => <Controllers row={row} /> },
        ...(rows.some(({ deployHref }) => deployHref)
          ? [{ key: 'deploy', title: t('main:package.action'), cell: (row: VersionRow) => <Deploy row={row} /> }]
          : []),
      ]}
    />
  )
}

function Needs({ row: { needs } }: { row: VersionRow }) {
  const t = useT()
  if (needs.length === 0) return <span className="text-faint">{t('main:package.needsNothing')}</span>
  return (
    <ul>
      {needs.map(({ name, minVersion, href }) => (
        <li key={name}>
          <bdi>{href ? <A href={href}>{name}</A> : name}</bdi> {t('main:package.orNewer', { version: minVersion })}
        </li>
      ))}
    </ul>
  )
}

function Files({ row: { files } }: { row: VersionRow }) {
  const t = useT()
  return (
    <ul className="flex flex-wrap gap-x-3">
      {files.map(({ architecture, url }) => (
        <li key={architecture}>
          <A href={url} rel="noreferrer">
            {architecture === 'MULTIPLE' ? t('main:package.anyArchitecture') : architecture}
          </A>
        </li>
      ))}
    </ul>
  )
}

function Controllers({ row: { count, devicesHref } }: { row: VersionRow }) {
  const t = useT()
  if (count === null) return <span className="text-faint">{t('word.unknown')}</span>
  const text = countText(t, 'devices', count)
  return devicesHref ? <A href={devicesHref}>{text}</A> : <span className="text-faint">{text}</span>
}

/** The actions of a row; the version is repeated for screen readers, so that the links differ. */
function Deploy({ row: { version, updateHref, deployHref } }: { row: VersionRow }) {
  const t = useT()
  return (
    <ul className="flex flex-wrap gap-x-3">
      {updateHref && (
        <li>
          <A href={updateHref}>
            {t('main:package.update')}
            <span className="sr-only"> ({version})</span>
          </A>
        </li>
      )}
      {deployHref && (
        <li>
          <A href={deployHref}>
            {t('main:package.deployThis')}
            <span className="sr-only"> ({version})</span>
          </A>
        </li>
      )}
    </ul>
  )
}
