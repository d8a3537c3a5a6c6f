/** A table of backups: parts, template, state and actions. */
import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { Table, type TableColumn } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { type BackupRow, backupPartText } from './row'

const tones = { queued: 'progress', running: 'progress', completed: 'ok', failed: 'danger' } as const

export function BackupTable({
  caption,
  rows,
  timeZone,
  empty,
}: {
  caption: string
  rows: readonly BackupRow[]
  timeZone: string | null
  empty?: ReactNode
}) {
  const t = useT()
  const format = useFormat()
  const columns: TableColumn<BackupRow>[] = [
    { key: 'name', title: t('field.name'), isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'state',
      title: t('field.state'),
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`main:backup.state.${state}`)}</Badge>,
    },
    { key: 'at', title: t('main:backup.taken'), cell: ({ at }) => <Time at={at} timeZone={timeZone ?? undefined} /> },
    {
      key: 'template',
      title: t('main:backup.template'),
      cell: ({ template }) => (
        <A href={template.href}>
          <bdi>{template.name}</bdi>
        </A>
      ),
    },
    {
      key: 'parts',
      title: t('main:backup.parts'),
      cell: ({ parts }) => parts.map((part) => backupPartText(t, part)).join(', '),
    },
    {
      key: 'size',
      title: t('main:backup.size'),
      align: 'end',
      cell: ({ sizeBytes }) =>
        sizeBytes === null ? null : t('main:backup.kilobytes', { size: format.number(sizeBytes / 1000) }),
    },
    {
      key: 'links',
      title: t('main:backup.change'),
      cell: ({ name, links }) => (
        <span className="no-print flex flex-wrap gap-x-3">
          {links.restoring && (
            <A href={links.restoring}>
              {t('main:backup.restore')}
              <span className="sr-only">: {name}</span>
            </A>
          )}
          {links.deletion && (
            <A href={links.deletion}>
              {t('main:site.deletion.short')}
              <span className="sr-only">: {name}</span>
            </A>
          )}
        </span>
      ),
    },
  ]
  return <Table caption={caption} rows={rows} rowKey={({ id }) => id} columns={columns} empty={empty} />
}
