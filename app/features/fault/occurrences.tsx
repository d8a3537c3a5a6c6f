/** The occurrences of a fault, each with a link to its trend. */
import type { FaultOccurrence } from '#contracts/faults'
import type { TotalCount } from '~/domain/count'
import { type QuantityId, quantities } from '~/domain/units'
import type { QueryParams } from '~/hrefs'
import { operatingStateText } from '~/i18n/operating-state'
import { useT } from '~/i18n/use-t'
import { windowSearch } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'

const hourMs = 3_600_000

export function Occurrences({
  occurrences,
  total,
  firstHref,
  nextHref,
  timeZone,
  newest,
  equipmentType,
  trendsHref,
}: {
  occurrences: readonly FaultOccurrence[]
  /** Null when the service does not report it. */
  total: TotalCount | null
  firstHref: string | undefined
  nextHref: string | undefined
  timeZone: string
  /** When the fault was last seen, epoch ms: the end of an occurrence that is still active. */
  newest: number
  equipmentType: string
  trendsHref: (search: QueryParams) => string
}) {
  const t = useT()
  const format = useFormat()
  const windowAround = ({ startedAt, endedAt }: FaultOccurrence) => {
    const from = Date.parse(startedAt)
    const to = endedAt ? Date.parse(endedAt) + hourMs : Math.max(newest, from + hourMs)
    return Number.isNaN(from + to) ? null : windowSearch({ from: from - hourMs, to })
  }
  const deviation = ({ peakDeviation, deviationUnit: unit }: FaultOccurrence) => {
    if (typeof peakDeviation !== 'number') return ''
    if (!unit || !Object.hasOwn(quantities, unit)) return format.number(peakDeviation)
    return format.quantity(peakDeviation, unit as QuantityId, { isDelta: true })
  }
  return (
    <>
      <Table
        caption={t('main:fault.occurrenceList')}
        rows={occurrences}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'started',
            title: t('main:fault.started'),
            isRowHeader: true,
            cell: (one) => {
              const window = windowAround(one)
              const startTime = one.startedAt ? <Time at={one.startedAt} timeZone={timeZone} /> : t('word.unknown')
              return window ? <A href={trendsHref(window)}>{startTime}</A> : startTime
            },
          },
          {
            key: 'ended',
            title: t('main:fault.ended'),
            cell: ({ endedAt }) => (endedAt ? <Time at={endedAt} timeZone={timeZone} /> : t('main:fault.notYet')),
          },
          {
            key: 'duration',
            title: t('main:fault.duration'),
            cell: ({ durationMin }) => (typeof durationMin === 'number' ? format.duration(durationMin * 60) : '–'),
          },
          {
            key: 'state',
            title: t('main:fault.operatingState'),
            cell: ({ operatingState }) =>
              typeof operatingState === 'number' ? operatingStateText(t, [equipmentType], operatingState) : '–',
          },
          { key: 'deviation', title: t('main:fault.deviation'), align: 'end', cell: deviation },
        ]}
        empty={<EmptyState title={t('main:fault.occurrencesNone')} />}
      />
      {(firstHref || nextHref) && (
        <Pager
          caption={t('main:fault.occurrenceList')}
          rowCount={occurrences.length}
          total={total ?? undefined}
          firstHref={firstHref}
          nextHref={nextHref}
        />
      )}
    </>
  )
}
