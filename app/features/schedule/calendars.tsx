/** The calendars of a controller: days shared by the exceptions of several schedules. */
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
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { timeZoneOrUtc } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { calendarsAt, usesOf } from './calendar.server'
import { DocumentState, NotOnboarded } from './document-state'
import { documentStatus } from './document-state.server'
import { NextDays } from './next-days'
import { scheduleBudgetMs } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:calendar.allOf', { name: data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceCalendars', args.params)
  const reader = await readerFor(args, { capability: 'schedule.read', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document } = await calendarsAt(reader, {
    name: 'deviceCalendars',
    at,
    request: args.request,
  })
  const t = translator(reader.language)
  const from = document.ok ? dateAt(Date.now(), timeZoneOrUtc(document.value.timeZone)) : ''
  return {
    heading,
    tenantId: at.tenantId,
    trouble: document.ok ? null : document.problem,
    status: document.ok ? documentStatus(document.value, { reader, at }) : null,
    calendars: document.ok
      ? document.value.calendars.map(({ key, name, dateList }) => ({
          key,
          name: name || key,
          href: href('deviceCalendar', { ...at, calendarId: key }),
          entries: dateList.length,
          next: nextDays(
            { type: 'calendarReference', calendarKey: key },
            { from, calendars: document.value.calendars },
          ),
          uses: usesOf(document.value, key).length,
        }))
      : null,
    newHref:
      reader.may('schedule.write') && !(document.ok && document.value.controller) ? href('newCalendar', at) : null,
    crumbs: [
      ...crumbs,
      { name: t('main:view.schedules'), href: href('deviceSchedules', at) },
      { name: t('main:calendar.all'), href: href('deviceCalendars', at) },
    ],
    age: reader.age(),
  }
}

export default function CalendarsPage() {
  const t = useT()
  const { heading, tenantId, trouble, status, calendars, newHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      <ChangedNotice tenantId={tenantId} />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {status && <DocumentState status={status} />}
      {calendars && (
        <Section
          title={t('main:calendar.all')}
          flush
          aside={newHref && <ButtonLink href={newHref}>{t('main:calendar.new')}</ButtonLink>}
        >
          <Table
            caption={t('main:calendar.all')}
            rows={calendars}
            rowKey={({ key }) => key}
            empty={
              <EmptyState title={t('main:calendar.none')} offers={[{ label: t('main:calendar.new'), href: newHref }]}>
                {t('main:calendar.noneText')}
              </EmptyState>
            }
            columns={[
              {
                key: 'name',
                title: t('field.name'),
                isRowHeader: true,
                cell: ({ name, href }) => (
                  <A href={href}>
                    <bdi>{name}</bdi>
                  </A>
                ),
              },
              { key: 'next', title: t('main:calendar.days'), cell: ({ next }) => <NextDays days={next} /> },
              { key: 'entries', title: t('main:calendar.entries'), align: 'end', cell: ({ entries }) => entries },
              { key: 'uses', title: t('main:calendar.uses'), align: 'end', cell: ({ uses }) => uses },
            ]}
          />
        </Section>
      )}
    </Stack>
  )
}
