/** One schedule: what it says now and next, its week, its exceptions and its month, and what it commands (domain §3). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ScheduleTarget } from '#contracts/schedules'
import { reader } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceText } from '~/change/problem-text'
import { monthFrom, weeksOf } from '~/domain/schedule-dates'
import { isStrong } from '~/domain/schedule-priority'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import { DeviceHeader } from '~/things/device/header'
import { weekDays } from '~/things/schedule/week-days'
import { dayText, intervalsText, monthText, periodText, valueText, weekdayName } from '~/things/schedule/words'
import { Badge } from '~/ui/badge'
import { Month } from '~/ui/chart/month'
import { Week } from '~/ui/chart/week'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import { zoneName } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { DocumentState, NotOnboarded } from './document-state'
import { standingOf } from './document-state.server'
import { becauseOf, exceptionsOf, monthIn, monthOf, runningOf, scheduleAt, weekOf } from './one.server'
import { budget } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:schedule.titleOne', { name: data.shown?.schedule.name ?? '', of: data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceSchedule', args.params)
  const { request } = args
  const made = await reader(args, { capability: 'schedule.read', budget })
  if (!made.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document, schedule, next } = await scheduleAt(made, { name: 'deviceSchedule', at, request })
  const t = translator(made.language)
  const here = href('deviceSchedule', at)
  const common = {
    heading,
    tenantId: at.tenantId,
    crumbs: [
      ...crumbs,
      { name: t('main:view.schedules'), href: href('deviceSchedules', at) },
      { name: schedule?.name ?? at.scheduleId, href: here },
    ],
    age: made.age(),
  }
  if (!document.ok || !schedule) return { ...common, trouble: document.ok ? null : document.problem, shown: null }
  const now = Date.now()
  const running = runningOf(document.value, schedule)
  const month = monthIn(request, document.value, now)
  return {
    ...common,
    trouble: null,
    shown: {
      schedule,
      calendars: document.value.calendars,
      timeZone: running.timeZone,
      standing: standingOf(document.value),
      because: becauseOf(running, now),
      next,
      week: weekOf(running, now),
      exceptions: exceptionsOf(running, now),
      month: {
        name: month,
        days: monthOf(running, month),
        earlier: href('deviceSchedule', at, { month: monthFrom(month, -1) }),
        later: href('deviceSchedule', at, { month: monthFrom(month, 1) }),
      },
      links: {
        day: href('deviceScheduleDay', at),
      },
    },
  }
}

export default function SchedulePage() {
  const t = useT()
  const { heading, tenantId, trouble, shown } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      <ChangedNotice tenantId={tenantId} />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceText(t, trouble)} />}
      {shown && <Shown />}
    </Stack>
  )
}

function useShown() {
  const { shown } = useLoaderData<typeof loader>()
  if (!shown) throw new Error('a schedule is shown that is not there')
  return shown
}

function Shown() {
  const t = useT()
  const { schedule, standing, links } = useShown()
  return (
    <>
      <DocumentState document={standing} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>
          <bdi>{schedule.name}</bdi>
        </h2>
        <div className="flex flex-wrap items-center gap-2 no-print">
          <ButtonLink href={links.day}>{t('main:schedule.day.open')}</ButtonLink>
        </div>
      </div>
      <Columns>
        <Stack>
          <WeekDrawn />
          <Exceptions />
        </Stack>
        <Stack>
          <What />
          <MonthDrawn />
          <Targets />
        </Stack>
      </Columns>
    </>
  )
}

/** What it says, and the settings that decide it. */
function What() {
  const t = useT()
  const { schedule, timeZone, because, next, exceptions } = useShown()
  const { facets, effectivePeriod, priorityForWriting, scheduleDefault, outOfService, valueType } = schedule
  const { start, end } = effectivePeriod
  const exception = because?.exception && exceptions.find(({ key }) => key === because.exception)
  return (
    <Section title={t('main:schedule.what')}>
      <Facts
        facts={[
          {
            term: t('main:schedule.now'),
            value: (
              <>
                <strong>{valueText(t, facets, schedule.presentValue ?? scheduleDefault)}</strong>
                {because && (
                  <span className="block text-sm text-soft">
                    {exception
                      ? t('main:schedule.because.exceptionNamed', { name: exception.name || exception.key })
                      : t(`main:schedule.because.${because.because}`)}
                  </span>
                )}
              </>
            ),
          },
          {
            term: t('main:schedule.next'),
            value: next ? (
              <>
                {valueText(t, facets, next.value)}, <Time at={next.at} timeZone={timeZone} />
              </>
            ) : (
              <span className="text-soft">{t('main:schedule.noNext')}</span>
            ),
          },
          { term: t('main:schedule.default'), value: valueText(t, facets, scheduleDefault) },
          {
            term: t('main:schedule.priority'),
            value: isStrong(priorityForWriting) ? (
              <>
                {priorityForWriting}
                <span className="block">
                  <Badge tone="warn">{t('main:schedule.strong')}</Badge>
                </span>
              </>
            ) : (
              priorityForWriting
            ),
          },
          {
            term: t('main:schedule.effective'),
            value:
              start && end
                ? t('main:schedule.when.range', { start, end })
                : start
                  ? t('main:schedule.when.from', { start })
                  : end
                    ? t('main:schedule.when.until', { end })
                    : t('main:schedule.when.always'),
          },
          { term: t('main:schedule.type.label'), value: t(`main:schedule.type.${valueType}`) },
          { term: t('main:schedule.zone'), value: zoneName(timeZone) },
          ...(schedule.description ? [{ term: t('field.description'), value: <bdi>{schedule.description}</bdi> }] : []),
          ...(outOfService
            ? [{ term: t('field.state'), value: <Badge tone="warn">{t('main:schedule.outOfService')}</Badge> }]
            : []),
        ]}
      />
    </Section>
  )
}

function WeekDrawn() {
  const t = useT()
  const language = useLanguage()
  const { schedule, timeZone, week } = useShown()
  const drawn = weekDays(schedule, t, (day) => weekdayName(language, day, 'short'))
  return (
    <Week
      caption={t('main:schedule.week')}
      aside={zoneName(timeZone)}
      now={week.now}
      days={drawn.map((day, at) => ({
        ...day,
        exception: week.days[at]?.exceptions.join(', ') || undefined,
      }))}
    />
  )
}

function MonthDrawn() {
  const t = useT()
  const language = useLanguage()
  const { month } = useShown()
  return (
    <Section title={t('main:schedule.month')}>
      <Month
        caption={monthText(language, month.name)}
        weekdays={[0, 1, 2, 3, 4, 5, 6].map((day) => ({
          short: weekdayName(language, day, 'short'),
          long: weekdayName(language, day),
        }))}
        weeks={weeksOf(month.name).map((days) =>
          days.map((date) =>
            date === null ? null : { date, marks: (month.days as Record<string, string[]>)[date] ?? [] },
          ),
        )}
        earlier={{ href: month.earlier, label: t('main:schedule.earlierMonth') }}
        later={{ href: month.later, label: t('main:schedule.laterMonth') }}
      />
    </Section>
  )
}

function Exceptions() {
  const t = useT()
  const language = useLanguage()
  const { schedule, calendars, exceptions } = useShown()
  return (
    <Section title={t('main:schedule.exceptions')} flush>
      <Table
        caption={t('main:schedule.exceptions')}
        rows={exceptions}
        rowKey={({ key }) => key}
        empty={<EmptyState title={t('main:schedule.noExceptions')}>{t('main:schedule.noExceptionsText')}</EmptyState>}
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            isRowHeader: true,
            cell: ({ name, key }) => <bdi>{name || key}</bdi>,
          },
          {
            key: 'when',
            title: t('main:schedule.when.label'),
            cell: ({ period, next }) => (
              <>
                {periodText({ t, language }, period, calendars)}
                <NextDays days={next} />
              </>
            ),
          },
          {
            key: 'what',
            title: t('main:schedule.does'),
            cell: ({ intervals }) =>
              intervalsText(t, { facets: schedule.facets, intervals, none: t('main:schedule.wholeDay') }),
          },
          { key: 'priority', title: t('main:schedule.strength'), align: 'end', cell: (row) => row.eventPriority },
        ]}
      />
    </Section>
  )
}

/** The next days that a rule means. */
export function NextDays({ days }: { days: readonly string[] }) {
  const t = useT()
  const language = useLanguage()
  return (
    <span className="block text-sm text-soft">
      {days.length > 0
        ? t('main:schedule.nextDays', { days: days.map((day) => dayText(language, day)).join(', ') })
        : t('main:schedule.noNextDays')}
    </span>
  )
}

function Targets() {
  const t = useT()
  const { schedule } = useShown()
  const targets = schedule.listOfObjectPropertyReferences
  return (
    <Section title={t('main:schedule.targets')} flush={targets.length > 0}>
      {targets.length === 0 ? (
        <p className="text-soft">{t('main:schedule.noTargets')}</p>
      ) : (
        <Table
          caption={t('main:schedule.targets')}
          rows={targets}
          rowKey={keyOf}
          columns={[
            { key: 'object', title: t('main:schedule.object'), isRowHeader: true, cell: keyOf },
            {
              key: 'controller',
              title: t('entity.device'),
              cell: ({ deviceInstance }) => deviceInstance ?? t('main:schedule.ownController'),
            },
          ]}
        />
      )}
    </Section>
  )
}

const keyOf = ({ objectType, objectInstance, deviceInstance }: ScheduleTarget) =>
  `${objectType} ${objectInstance}${deviceInstance == null ? '' : ` @${deviceInstance}`}`
