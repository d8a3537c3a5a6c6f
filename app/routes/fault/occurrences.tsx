/** The occurrences of a fault, each with a link to its trend. */
import type { FaultOccurrence } from '#contracts/faults'
import type { Counted } from '~/domain/counted'
import { type QuantityId, quantities } from '~/domain/units'
import type { Search } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { windowWord } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'

const hour = 3_600_000

export function Occurrences({
  occurrences,
  total,
  firstHref,
  nextHref,
  timeZone,
  newest,
  trendsHref,
}: {
  occurrences: readonly FaultOccurrence[]
  /** Null when the service does not report it. */
  total: Counted | null
  firstHref: string | undefined
  nextHref: string | undefined
  timeZone: string
  /** When the fault was last seen, epoch ms: the end of an occurrence that is still active. */
  newest: number
  trendsHref: (search: Search) => string
}) {
  const t = useT()
  const format = useFormat()
  const around = ({ startedAt, endedAt }: FaultOccurrence) => {
    const from = Date.parse(startedAt)
    const to = endedAt ? Date.parse(endedAt) + hour : Math.max(newest, from + hour)
    return Number.isNaN(from + to) ? null : windowWord({ from: from - hour, to })
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
              const window = around(one)
              const began = one.startedAt ? <Time at={one.startedAt} timeZone={timeZone} /> : t('word.unknown')
              return window ? <A href={trendsHref(window)}>{began}</A> : began
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
          { key: 'state', title: t('main:fault.operatingState'), cell: ({ operatingState }) => operatingState ?? '–' },
          { key: 'deviation', title: t('main:fault.deviation'), align: 'end', cell: deviation },
        ]}
        empty={<EmptyState title={t('main:fault.occurrencesNone')} />}
      />
      {(firstHref || nextHref) && (
        <Pager
          caption={t('main:fault.occurrenceList')}
          shown={occurrences.length}
          total={total ?? undefined}
          firstHref={firstHref}
          nextHref={nextHref}
        />
      )}
    </>
  )
}
