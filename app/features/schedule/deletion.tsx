/** Deletes a schedule and releases what it commands; needs its name as confirmation. */
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
import { scheduleDeletion } from './creation.server'
import { NotOnboarded } from './document-state'
import { scheduleAt } from './schedule-details.server'
import { scheduleBudgetMs } from './schedules.server'
import { TargetTable } from './target-table'
import { commandedObjects } from './targets.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('scheduleDeletion', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'schedule.write', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document, schedule } = await scheduleAt(reader, { name: 'scheduleDeletion', at, request })
  const t = translator(reader.language)
  const backHref = href('deviceSchedule', at)
  const name = schedule?.name || at.scheduleId
  return {
    name,
    deviceName: heading.name,
    trouble: document.ok ? null : document.problem,
    targets: schedule ? await commandedObjects(reader, at, { schedule, device: heading }) : [],
    backHref,
    crumbs: [
      ...crumbs,
      { name: t('main:view.schedules'), href: href('deviceSchedules', at) },
      { name, href: backHref },
      { name: t('main:site.deletion.short'), href: href('scheduleDeletion', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('scheduleDeletion', args.params)
  return mutate(args, { name: 'schedule.delete', ...scheduleDeletion(at) })
}

export default function ScheduleDeletionPage() {
  const t = useT()
  const { name, deviceName, trouble, targets, backHref } = useLoaderData<typeof loader>()
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
          subjectTitle: t('main:schedule.one'),
          apply: t('main:site.deletion.apply', { name }),
        }}
      >
        {() => (
          <>
            <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
              {t('main:scheduleMaking.deletionText')}
            </Notice>
            {targets.length > 0 && <TargetTable targets={targets} />}
          </>
        )}
      </PlanReview>
    </Stack>
  )
}
