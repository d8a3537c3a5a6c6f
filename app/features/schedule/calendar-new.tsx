/** A new calendar of a controller, for exceptions of all its schedules. */
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
import { calendarSave, calendarsAt } from './calendar.server'
import { CalendarEditing } from './calendar-editing'
import { DocumentState, NotOnboarded } from './document-state'
import { documentStatus } from './document-state.server'
import { scheduleBudgetMs } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:calendar.newOf', { name: data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newCalendar', args.params)
  const reader = await readerFor(args, { capability: 'schedule.write', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document } = await calendarsAt(reader, { name: 'newCalendar', at, request: args.request })
  const t = translator(reader.language)
  const cancelHref = href('deviceCalendars', at)
  return {
    heading,
    cancelHref,
    trouble: document.ok ? null : document.problem,
    details: document.ok
      ? {
          status: documentStatus(document.value, { reader, at }),
          today: dateAt(Date.now(), timeZoneOrUtc(document.value.timeZone)),
        }
      : null,
    crumbs: [
      ...crumbs,
      { name: t('main:calendar.all'), href: cancelHref },
      { name: t('main:calendar.new'), href: href('newCalendar', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newCalendar', args.params)
  return mutate(args, { name: 'calendar.create', ...calendarSave(at, await requestLanguage(args.request)) })
}

export default function NewCalendarPage() {
  const t = useT()
  const { heading, trouble, details, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {details && <DocumentState status={details.status} />}
      {details ? (
        <CalendarEditing {...details} original={null} title={t('main:calendar.new')} cancelHref={cancelHref} />
      ) : (
        <ResumedForm reply={formIn(reply)} />
      )}
    </Stack>
  )
}
