/** The rows of the trail: time, person, differences, subject, and outcome. */
import type { ReactNode } from 'react'
import { FieldLines } from '~/change/field-lines'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Table } from '~/ui/table'
import { LogTime } from '~/ui/time'
import type { TrailRow } from './row.server'
import { Outcomes } from './shared/outcomes'

export function TrailTable({ rows, zone, empty }: { rows: readonly TrailRow[]; zone: string; empty: ReactNode }) {
  const t = useT()
  return (
    <Table
      caption={t('main:trail.caption')}
      rows={rows}
      rowKey={(row) => row.key}
      empty={empty}
      columns={[
        {
          key: 'when',
          title: t('main:trail.column.when'),
          cell: ({ at }) => <LogTime at={at} timeZone={zone} />,
        },
        {
          key: 'who',
          title: t('main:trail.column.who'),
          cell: ({ actor }) => (
            <A href={actor.href}>
              <bdi>{actor.name}</bdi>
            </A>
          ),
        },
        { key: 'what', title: t('main:trail.column.what'), isRowHeader: true, cell: (row) => <ChangeCell row={row} /> },
        { key: 'subject', title: t('main:trail.column.subject'), cell: (row) => <SubjectCell row={row} /> },
        {
          key: 'outcome',
          title: t('main:trail.column.outcome'),
          cell: ({ outcomes, why }) => (
            <>
              <Outcomes outcomes={outcomes} /> {why && <ClippedText text={why} />}
            </>
          ),
        },
      ]}
    />
  )
}

/** The change with the link to its record, and its differences. */
function ChangeCell({ row: { what, href, fields, reason } }: { row: TrailRow }) {
  return (
    <>
      <A href={href} className="font-medium">
        {what}
      </A>{' '}
      {fields.length > 0 && (
        <span className="block font-normal wrap-anywhere">
          <FieldLines fields={fields} />
        </span>
      )}
      {reason && <ClippedText text={reason} />}
    </>
  )
}

/** A reason, cut to three lines. */
function ClippedText({ text }: { text: string }) {
  return (
    <bdi title={text} className="line-clamp-3 max-w-[44ch] font-normal text-soft wrap-anywhere">
      {text}
    </bdi>
  )
}

function SubjectCell({ row: { whom, whomHref, place } }: { row: TrailRow }) {
  return (
    <span className="wrap-anywhere">
      {whomHref ? (
        <A href={whomHref}>
          <bdi>{whom}</bdi>
        </A>
      ) : (
        <bdi>{whom}</bdi>
      )}{' '}
      {place && <bdi className="block text-soft">{place}</bdi>}
    </span>
  )
}
