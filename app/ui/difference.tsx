import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from './badge'
import { Table } from './table'

/** `asked`: requested, but not done or not known to be done. */
export type DifferenceKind = 'changed' | 'added' | 'removed' | 'unchanged' | 'skipped' | 'asked'

/** A row of a plan: the current value of a setting, and the new one. */
export interface DifferenceRow {
  key: string
  /** The subject of the row, in plans with several. */
  subject?: ReactNode
  /** Empty for a row about the subject itself, which has no values either. */
  field: ReactNode
  before: ReactNode
  after: ReactNode
  kind: DifferenceKind
  /** Why the row is skipped, or another note. */
  reason?: string
  /** The value changed since the person last saw the row. */
  hasMoved?: boolean
}

const kinds = {
  changed: 'info',
  added: 'info',
  removed: 'danger',
  unchanged: 'ok',
  skipped: 'warn',
  asked: 'neutral',
} as const satisfies Record<DifferenceKind, Tone>

/** A table of changes, planned or past: before → after. */
export function DifferenceTable({
  caption,
  subjectTitle,
  fieldTitle,
  emptyText,
  isPast = false,
  rows,
}: {
  caption: string
  subjectTitle?: string
  /** The heading of the field column; "Setting" by default. */
  fieldTitle?: string
  /** The text of an absent value; "empty" by default. */
  emptyText?: string
  /** The change is past: the columns are before and after. */
  isPast?: boolean
  rows: readonly DifferenceRow[]
}) {
  const t = useT()
  const subject = {
    key: 'subject',
    title: subjectTitle ?? '',
    isRowHeader: true,
    cell: (row: DifferenceRow) => row.subject,
  }
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        ...(subjectTitle ? [subject] : []),
        {
          key: 'field',
          title: fieldTitle ?? t('difference.field'),
          isRowHeader: !subjectTitle,
          cell: (row) => <span className="wrap-anywhere">{row.field}</span>,
        },
        {
          key: 'before',
          title: t(isPast ? 'difference.was' : 'difference.before'),
          cell: (row) =>
            row.field && <Side value={row.before} isPast={row.kind !== 'unchanged'} emptyText={emptyText} />,
        },
        {
          key: 'after',
          title: t('difference.after'),
          cell: (row) => row.field && <After row={row} emptyText={emptyText} />,
        },
        { key: 'kind', title: t('field.state'), cell: (row) => <Kind row={row} /> },
      ]}
    />
  )
}

function Kind({ row }: { row: DifferenceRow }) {
  const t = useT()
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <Badge tone={kinds[row.kind]}>{t(`difference.${row.kind}`)}</Badge>
      {row.hasMoved && <Badge tone="warn">{t('difference.moved')}</Badge>}
      {row.reason && <span className="text-soft">{row.reason}</span>}
    </span>
  )
}

function After({ row, emptyText }: { row: DifferenceRow; emptyText?: string }) {
  if (row.kind === 'skipped' || row.kind === 'unchanged' || row.kind === 'removed')
    return <Side value={row.kind === 'removed' ? row.after : (row.after ?? row.before)} isPast={false} />
  return (
    <ins className="font-semibold no-underline">
      <Side value={row.after} isPast={false} emptyText={emptyText} />
    </ins>
  )
}

function Side({ value, isPast, emptyText }: { value: ReactNode; isPast: boolean; emptyText?: string }) {
  const t = useT()
  if (value === null || value === undefined || value === '')
    return <span className="text-faint">{emptyText ?? t('difference.empty')}</span>
  return <span className={isPast ? 'text-soft' : 'wrap-anywhere'}>{value}</span>
}
