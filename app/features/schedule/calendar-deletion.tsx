/** Deletes a calendar that no exception refers to. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { serviceProblemText } from '~/change/problem-text'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { calendarDeletion, calendarIn, calendarsAt, usesOf } from './calendar.server'
import { NotOnboarded } from './document-state'
import { scheduleBudgetMs } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('calendarDeletion', args.params)
  const reader = await readerFor(args, { capability: 'schedule.write', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document } = await calendarsAt(reader, {
    name: 'calendarDeletion',
    at,
    request: args.request,
  })
  const t = translator(reader.language)
  const calendar = document.ok ? calendarIn(document.value, at) : null
  const backHref = href('deviceCalendar', at)
  return {
    name: calendar?.name || at.calendarId,
    deviceName: heading.name,
    trouble: document.ok ? null : document.problem,
    uses: document.ok ? usesOf(document.value, at.calendarId) : [],
    backHref,
    crumbs: [
      ...crumbs,
      { name: t('main:calendar.all'), href: href('deviceCalendars', at) },
      { name: calendar?.name || at.calendarId, href: backHref },
      { name: t('main:site.deletion.short'), href: href('calendarDeletion', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('calendarDeletion', args.params)
  return mutate(args, { name: 'calendar.delete', ...calendarDeletion(at) })
}

export default function CalendarDeletionPage() {
  const t = useT()
  const { name, deviceName, trouble, uses, backHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={<bdi>{deviceName}</bdi>} name={t('main:site.deletion.title', { name })} />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      <PlanReview
        id="deletion"
        look="danger"
        canEdit={false}
        cancelHref={backHref}
        words={{
          caption: t('main:site.deletion.plan', { name }),
          subjectTitle: t('entity.device'),
          apply: t('main:site.deletion.apply', { name }),
        }}
      >
        {() =>
          uses.length === 0 ? (
            <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
              {t('main:calendar.deletionText')}
            </Notice>
          ) : (
            <Notice tone="info" quiet title={t('main:calendar.inUse')}>
              <ul className="list-disc ps-5">
                {uses.map(({ scheduleId, schedule, key, exception }) => (
                  <li key={`${scheduleId} ${key}`}>
                    <bdi>{t('word.titled', { title: schedule })}</bdi> <bdi>{exception}</bdi>
                  </li>
                ))}
              </ul>
            </Notice>
          )
        }
      </PlanReview>
    </Stack>
  )
}
