/** One calendar: its entries with their next days, and the exceptions that refer to it. */
import './schedule.css'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { matchesDay } from '#contracts/schedule-days'
import type { Calendar } from '#contracts/schedules'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { dateAt } from '~/domain/controller-clock'
import { monthFrom, nextDays, weeksOf } from '~/domain/schedule-dates'
import { DeviceHeader } from '~/features/device/shared/header'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import type { ParamsFor } from '~/paths'
import { Month } from '~/ui/chart/month'
import { timeZoneOrUtc } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { calendarIn, calendarsAt, usesOf } from './calendar.server'
import { DocumentState, NotOnboarded } from './document-state'
import { documentStatus } from './document-state.server'
import { KeptThere } from './kept-there'
import { NextDays } from './next-days'
import { monthParam, parseMonth } from './schedule-details.server'
import { scheduleBudgetMs } from './schedules.server'
import { monthText, periodText, weekdayName } from './words'

export const handle = {
  title: (data, t) => t('main:calendar.titleOf', { name: data.details?.name ?? '', of: data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceCalendar', args.params)
  const reader = await readerFor(args, { capability: 'schedule.read', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document } = await calendarsAt(reader, { name: 'deviceCalendar', at, request: args.request })
  const t = translator(reader.language)
  const calendar = document.ok ? calendarIn(document.value, at) : null
  const mayEdit = reader.may('schedule.write')
  return {
    heading,
    tenantId: at.tenantId,
    trouble: document.ok ? null : document.problem,
    details:
      document.ok && calendar
        ? {
            name: calendar.name || calendar.key,
            status: documentStatus(document.value, { reader, at }),
            onController: calendar.onController,
            month: calendarMonth(calendar, { at, month: parseMonth(args.request, document.value, Date.now()) }),
            entries: calendar.dateList.map((entry) => ({
              entry,
              next: nextDays(entry, {
                from: dateAt(Date.now(), timeZoneOrUtc(document.value.timeZone)),
                calendars: [],
              }),
            })),
            uses: usesOf(document.value, calendar.key).map((use) => ({
              ...use,
              href: href('deviceSchedule', { ...at, scheduleId: use.scheduleId }),
            })),
            settings: mayEdit && calendar.isWritable !== false ? href('calendarSettings', at) : null,
            deletion: mayEdit && !document.value.controller ? href('calendarDeletion', at) : null,
          }
        : null,
    ignored: unknownParams(args.request, { month: monthParam(args.request), changed: '-' }),
    crumbs: [
      ...crumbs,
      { name: t('main:calendar.all'), href: href('deviceCalendars', at) },
      { name: calendar?.name || at.calendarId, href: href('deviceCalendar', at) },
    ],
    age: reader.age(),
  }
}

/** Returns the days of a month with the entries of a calendar, and the addresses of the months beside it. */
function calendarMonth({ dateList }: Calendar, { at, month }: { at: ParamsFor<'deviceCalendar'>; month: string }) {
  return {
    name: month,
    days: weeksOf(month).map((week) =>
      week.map((date) =>
        date === null ? null : { date, entries: dateList.filter((entry) => matchesDay(entry, date, [])) },
      ),
    ),
    earlier: href('deviceCalendar', at, { month: monthFrom(month, -1) }),
    later: href('deviceCalendar', at, { month: monthFrom(month, 1) }),
  }
}

export default function CalendarPage() {
  const t = useT()
  const { heading, tenantId, trouble, details } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      <ChangedNotice tenantId={tenantId} />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {details && <CalendarDetails />}
    </Stack>
  )
}

function CalendarDetails() {
  const t = useT()
  const language = useLanguage()
  const { details } = useLoaderData<typeof loader>()
  if (!details) return null
  const { name, status, onController, entries, month, uses, settings, deletion } = details
  return (
    <>
      <DocumentState status={status} />
      <KeptThere of={onController} />
      <Section
        title={<bdi>{name}</bdi>}
        aside={
          <>
            {settings && <ButtonLink href={settings}>{t('action.edit')}</ButtonLink>}
            {deletion && (
              <ButtonLink look="quiet" href={deletion}>
                {t('main:calendar.delete')}
              </ButtonLink>
            )}
          </>
        }
      >
        <div className="beside-month">
          {entries.length === 0 ? (
            <p className="text-soft">{t('main:calendar.noDays')}</p>
          ) : (
            <ul className="flex flex-col gap-2">
              {entries.map(({ entry, next }) => (
                <li key={JSON.stringify(entry)}>
                  {periodText({ t, language }, entry, [])}
                  <NextDays days={next} />
                </li>
              ))}
            </ul>
          )}
          <Month
            caption={monthText(language, month.name)}
            weekdays={[0, 1, 2, 3, 4, 5, 6].map((day) => ({
              short: weekdayName(language, day, 'short'),
              long: weekdayName(language, day),
            }))}
            weeks={month.days.map((week) =>
              week.map(
                (day) =>
                  day && {
                    date: day.date,
                    marks: day.entries.map((entry) => periodText({ t, language }, entry, [])),
                  },
              ),
            )}
            hasList={false}
            earlier={{ href: month.earlier, label: t('main:schedule.earlierMonth') }}
            later={{ href: month.later, label: t('main:schedule.laterMonth') }}
          />
        </div>
      </Section>
      <Section title={t('main:calendar.uses')}>
        {uses.length === 0 ? (
          <p className="text-soft">{t('main:calendar.notUsed')}</p>
        ) : (
          <ul className="list-disc ps-5">
            {uses.map(({ scheduleId, schedule, key, exception, href }) => (
              <li key={`${scheduleId} ${key}`}>
                <A href={href}>
                  <bdi>{schedule}</bdi>
                </A>
                : <bdi>{exception}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}
