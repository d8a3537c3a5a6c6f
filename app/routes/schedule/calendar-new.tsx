/** A new calendar of a controller, for exceptions of all its schedules. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { serviceText } from '~/change/problem-text'
import { TakenUpForm } from '~/change/taken-up-form'
import { formIn, useReply } from '~/change/use-reply'
import { dateAt } from '~/domain/controller-clock'
import { address, href } from '~/hrefs'
import { languageOf, translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { DeviceHeader } from '~/things/device/header'
import { knownZone } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { calendarSave, calendarsAt } from './calendar.server'
import { CalendarEditing } from './calendar-form'
import { DocumentState, NotOnboarded } from './document-state'
import { standingOf } from './document-state.server'
import { budget } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:calendar.newOf', { name: data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newCalendar', args.params)
  const made = await reader(args, { capability: 'schedule.write', budget })
  if (!made.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document } = await calendarsAt(made, { name: 'newCalendar', at, request: args.request })
  const t = translator(made.language)
  const cancelHref = href('deviceCalendars', at)
  return {
    heading,
    cancelHref,
    trouble: document.ok ? null : document.problem,
    shown: document.ok
      ? { standing: standingOf(document.value), today: dateAt(Date.now(), knownZone(document.value.timeZone)) }
      : null,
    crumbs: [
      ...crumbs,
      { name: t('main:calendar.all'), href: cancelHref },
      { name: t('main:calendar.new'), href: href('newCalendar', at) },
    ],
    age: made.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newCalendar', args.params)
  return mutate(args, { name: 'calendar.create', ...calendarSave(at, await languageOf(args.request)) })
}

export default function NewCalendarPage() {
  const t = useT()
  const { heading, trouble, shown, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceText(t, trouble)} />}
      {shown && <DocumentState document={shown.standing} />}
      {shown ? (
        <CalendarEditing {...shown} original={null} title={t('main:calendar.new')} cancelHref={cancelHref} />
      ) : (
        <TakenUpForm reply={formIn(reply)} />
      )}
    </Stack>
  )
}
