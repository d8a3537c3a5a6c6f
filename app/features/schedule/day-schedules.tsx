/** The schedules of a day: stretches as text and as a bar, with the reasons. */

import { useT } from '~/i18n/use-t'
import { hasNoControllers, NoControllers, ReadFrom } from '~/kit/place/watched'
import type { Watched } from '~/kit/place/watched.server'
import { Badge } from '~/ui/badge'
import { DayStrip, HourAxis, ordinaryHours, type StripHour } from '~/ui/chart/day-strip'
import { Disclosure } from '~/ui/disclosure'
import { EmptyState } from '~/ui/empty-state'
import { zoneName } from '~/ui/format'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { type DayGroup, groupAlike } from './day-groups'
import type { ClockChange, DayRow, ScheduleDay } from './day-rows'
import { clockText, scheduleValueText } from './words'

/** The rows of one page; the other fields describe the whole day. */
interface DayPageRows extends Omit<ScheduleDay, 'rows'> {
  rows: DayRow[]
  isCut: boolean
}

interface DayPager {
  from: number
  total: number
  links: Record<'first' | 'previous' | 'next', string | undefined>
}

/** The number of schedules, and how many have an exception on the day. */
export function DaySummary({ day, total }: { day: Pick<DayPageRows, 'exceptions' | 'isCut'>; total: number }) {
  const t = useT()
  return (
    <p>
      {t(day.isCut ? 'main:schedule.day.countCut' : 'main:schedule.day.count', { count: total })}{' '}
      {day.exceptions.length === 0
        ? t('main:schedule.day.ordinary')
        : day.exceptions.map(({ name, count }) => t('main:schedule.day.keep', { count, name })).join(' ')}
    </p>
  )
}

export function DaySchedules({
  day,
  page: { from, total, links },
  watched,
  schedulesHref,
  caption,
}: {
  day: DayPageRows
  page: DayPager
  watched: Watched | null
  schedulesHref: string
  caption: string
}) {
  const t = useT()
  if (total === 0)
    return (
      <Section>
        {watched && hasNoControllers(watched) ? (
          <NoControllers add={watched.add} />
        ) : (
          <EmptyState
            title={t('main:schedule.empty')}
            offers={[{ label: t('main:view.schedules'), href: schedulesHref }]}
          >
            {t('main:schedule.emptyText')} {watched && <ReadFrom watched={watched} />}
          </EmptyState>
        )}
      </Section>
    )
  return (
    <>
      {day.withoutException > 0 && (
        <Notice tone="warn" quiet title={t('main:schedule.day.unaware', { count: day.withoutException })}>
          {t('main:schedule.day.unawareText')}
        </Notice>
      )}
      {day.clockChanges.map(({ timeZone, from: before, to: after }) => (
        <Notice key={timeZone} tone="info" quiet title={t('main:schedule.day.jump', { zone: zoneName(timeZone) })}>
          {t(before < after ? 'main:schedule.day.forward' : 'main:schedule.day.back', {
            from: clockText(before),
            to: clockText(after),
          })}
        </Notice>
      ))}
      {day.isCut && (
        <Notice tone="warn" quiet title={t('main:schedule.partial')}>
          {t('main:schedule.day.partial')}
        </Notice>
      )}
      <Section flush>
        <Table
          caption={caption}
          rows={groupAlike(day.rows, day.clockChanges)}
          rowKey={({ row }) => row.id}
          columns={[
            {
              key: 'name',
              title: t('main:schedule.one'),
              isRowHeader: true,
              cell: (group) => <Names group={group} />,
            },
            {
              key: 'hours',
              title: t('main:schedule.day.hours'),
              cell: ({ row }) => (
                <DayHours row={row} change={day.clockChanges.find(({ timeZone }) => timeZone === row.timeZone)} />
              ),
            },
            { key: 'why', title: t('main:schedule.day.why'), cell: ({ row }) => <Reasons row={row} /> },
          ]}
        />
        <Pager
          caption={caption}
          rowCount={day.rows.length}
          total={total}
          from={from}
          firstHref={links.first}
          previousHref={links.previous}
          nextHref={links.next}
        />
      </Section>
    </>
  )
}

/** The schedule of a row; those of several that are alike, folded. */
function Names({ group: { row, others } }: { group: DayGroup }) {
  const t = useT()
  if (others.length === 0) return <ScheduleName row={row} />
  const all = [row, ...others]
  const names = [...new Set(all.map(({ name }) => name))]
  return (
    <Disclosure
      className="alike"
      title={t('main:schedule.day.alike', { count: all.length, names: names.slice(0, 2).join(', ') })}
    >
      <ul>
        {all.map((one) => (
          <li key={one.id}>
            <ScheduleName row={one} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function ScheduleName({ row: { name, href: to, device, place } }: { row: DayRow }) {
  return (
    <>
      {to ? (
        <A href={to}>
          <bdi>{name}</bdi>
        </A>
      ) : (
        <bdi>{name}</bdi>
      )}
      <span className="block text-sm font-normal text-soft">
        <bdi>{[device, place.split(' / ').at(-1)].filter(Boolean).join(' · ')}</bdi>
      </span>
    </>
  )
}

/** The day as a strip, and the same as text. */
function DayHours({ row, change }: { row: DayRow; change: ClockChange | undefined }) {
  const t = useT()
  const format = useFormat()
  const { stretches, facets, hours, name } = row
  const marks = stripHours(hours, change)
  const stretchTexts = stretches.map(({ start, end, value }) => ({
    when: `${clockText(start)}–${clockText(end)}`,
    what: scheduleValueText({ t, format }, facets, value),
  }))
  return (
    <div className="day-hours">
      <DayStrip
        label={t('main:schedule.day.drawn', { name })}
        blocks={stretches.map(({ from, to, tone, because }, at) => ({
          from,
          to,
          tone,
          isException: because === 'exception',
          label: stretchTexts[at]?.what ?? '',
          title: `${stretchTexts[at]?.when} ${stretchTexts[at]?.what}`,
        }))}
        hours={marks}
      />
      <HourAxis hours={marks} />
      <ul className="day-words">
        {stretchTexts.map(({ when, what }) => (
          <li key={when}>
            <span className="tabular-nums">{when}</span> <bdi>{what}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns where the full hours of the clock are on a day; those that a clock change skips are nowhere. */
function stripHours(hours: number, change: ClockChange | undefined): readonly StripHour[] {
  if (!change) return ordinaryHours
  const { from, to } = change
  return ordinaryHours.flatMap(({ hour }) => {
    const seconds = hour * 3_600
    if (seconds > from && seconds < to) return []
    return [{ hour, part: (seconds <= from ? seconds : seconds - (to - from)) / (hours * 3_600) }]
  })
}

/** The reasons, one per stretch where they differ. */
function Reasons({ row }: { row: DayRow }) {
  const t = useT()
  const reasons = [
    ...new Set(
      row.stretches.map(({ because, exception }) =>
        exception === null
          ? t(`main:schedule.because.${because}`)
          : t('main:schedule.because.exceptionNamed', { name: exception }),
      ),
    ),
  ]
  return (
    <>
      {row.lacksException && (
        <span className="block">
          <Badge tone="warn">{t('main:schedule.day.isUnaware')}</Badge>
        </span>
      )}
      {reasons.map((reason) => (
        <span key={reason} className="block text-sm">
          {reason}
        </span>
      ))}
    </>
  )
}
