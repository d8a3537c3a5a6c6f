/** One calendar: its entries with their next days, and the exceptions that refer to it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { dateAt } from '~/domain/controller-clock'
import { nextDays } from '~/domain/schedule-dates'
import { DeviceHeader } from '~/features/device/shared/header'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import { timeZoneOrUtc } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { calendarIn, calendarsAt, usesOf } from './calendar.server'
import { DocumentState, NotOnboarded } from './document-state'
import { documentStatus } from './document-state.server'
import { NextDays } from './next-days'
import { scheduleBudgetMs } from './schedules.server'
import { periodText } from './words'

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
            status: documentStatus(document.value),
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
            settings: mayEdit ? href('calendarSettings', at) : null,
            deletion: mayEdit ? href('calendarDeletion', at) : null,
          }
        : null,
    crumbs: [
      ...crumbs,
      { name: t('main:calendar.all'), href: href('deviceCalendars', at) },
      { name: calendar?.name || at.calendarId, href: href('deviceCalendar', at) },
    ],
    age: reader.age(),
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
  const { name, status, entries, uses, settings, deletion } = details
  return (
    <>
      <DocumentState status={status} />
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
