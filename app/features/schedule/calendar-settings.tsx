/** Edits a calendar of a controller. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { serviceProblemText } from '~/change/problem-text'
import { ResumedForm } from '~/change/resumed-form'
import { formIn, useReply } from '~/change/use-reply'
import { dateAt } from '~/domain/controller-clock'
import { DeviceHeader } from '~/features/device/shared/header'
import { address, href } from '~/hrefs'
import { requestLanguage, translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { timeZoneOrUtc } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { calendarIn, calendarSave, calendarsAt } from './calendar.server'
import { CalendarEditing } from './calendar-editing'
import { calendarToForm } from './calendar-form'
import { DocumentState, NotOnboarded } from './document-state'
import { documentStatus } from './document-state.server'
import { scheduleBudgetMs } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:calendar.editOf', { name: data.details?.name ?? data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('calendarSettings', args.params)
  const reader = await readerFor(args, { capability: 'schedule.write', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document } = await calendarsAt(reader, {
    name: 'calendarSettings',
    at,
    request: args.request,
  })
  const t = translator(reader.language)
  const calendar = document.ok ? calendarIn(document.value, at) : null
  const own = href('deviceCalendar', at)
  return {
    heading,
    cancelHref: own,
    trouble: document.ok ? null : document.problem,
    details:
      document.ok && calendar
        ? {
            name: calendar.name || calendar.key,
            status: documentStatus(document.value, { reader, at }),
            today: dateAt(Date.now(), timeZoneOrUtc(document.value.timeZone)),
            original: { version: document.value.eTag, values: { ...calendarToForm(calendar) } },
          }
        : null,
    crumbs: [
      ...crumbs,
      { name: t('main:calendar.all'), href: href('deviceCalendars', at) },
      { name: calendar?.name || at.calendarId, href: own },
      { name: t('action.edit'), href: href('calendarSettings', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('calendarSettings', args.params)
  return mutate(args, { name: 'calendar.edit', ...calendarSave(at, await requestLanguage(args.request)) })
}

export default function CalendarSettingsPage() {
  const t = useT()
  const { heading, trouble, details, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {details && <DocumentState status={details.status} />}
      {details ? (
        <CalendarEditing
          {...details}
          title={t('main:calendar.editOf', { name: details.name })}
          cancelHref={cancelHref}
        />
      ) : (
        <ResumedForm reply={formIn(reply)} />
      )}
    </Stack>
  )
}
