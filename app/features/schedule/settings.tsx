/** The form of a schedule: week, exceptions and targets; its plan, and the conflict form. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ConflictForm } from '~/change/conflict-form'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { serviceProblemText } from '~/change/problem-text'
import { ResumedForm } from '~/change/resumed-form'
import { formIn, useReply } from '~/change/use-reply'
import { dateAt } from '~/domain/controller-clock'
import { address, href } from '~/hrefs'
import { requestLanguage, translator } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import { timeZoneOrUtc } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { DocumentState, NotOnboarded } from './document-state'
import { documentStatus } from './document-state.server'
import { KeptThere } from './kept-there'
import { scheduleAt } from './schedule-details.server'
import { scheduleBudgetMs } from './schedules.server'
import { scheduleEdit } from './settings.server'
import { ScheduleForm } from './settings-form'
import { partLabel, schedulePartText } from './shared/part-words'
import { toScheduleParts } from './to-parts'
import { scheduleWords } from './words'

export const handle = {
  title: (data, t) => t('main:scheduleEdit.titleOf', { name: data.details?.name ?? data.heading.name }),
  menu: 'devices',
  scripts: ['schedule', 'scheduleEdit', 'edit', 'overview'],
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('scheduleSettings', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'schedule.write', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document, schedule } = await scheduleAt(reader, { name: 'scheduleSettings', at, request })
  const t = translator(reader.language)
  const common = {
    heading,
    cancelHref: href('deviceSchedule', at),
    crumbs: [
      ...crumbs,
      { name: t('main:view.schedules'), href: href('deviceSchedules', at) },
      { name: schedule?.name ?? at.scheduleId, href: href('deviceSchedule', at) },
      { name: t('action.edit'), href: href('scheduleSettings', at) },
    ],
    age: reader.age(),
  }
  if (!document.ok || !schedule) return { ...common, trouble: document.ok ? null : document.problem, details: null }
  const { calendars, timeZone, eTag } = document.value
  return {
    ...common,
    trouble: null,
    details: {
      name: schedule.name || schedule.key,
      valueType: schedule.valueType,
      facets: schedule.facets,
      calendars,
      today: dateAt(Date.now(), timeZoneOrUtc(timeZone)),
      status: documentStatus(document.value, { reader, at }),
      onController: schedule.onController,
      original: { version: eTag, values: toScheduleParts(schedule) },
    },
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('scheduleSettings', args.params)
  return mutate(args, { name: 'schedule.edit', ...scheduleEdit(at, await requestLanguage(args.request)) })
}

export default function ScheduleSettingsPage() {
  const t = useT()
  const { heading, trouble, details } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{heading.name}</bdi>}
        name={details ? t('main:scheduleEdit.titleOf', { name: details.name }) : heading.name}
      />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {details && <DocumentState status={details.status} />}
      {details && <KeptThere of={details.onController} />}
      {details || reply?.stage === 'plan' ? <ScheduleEditor /> : <ResumedForm reply={formIn(reply)} />}
    </Stack>
  )
}

function ScheduleEditor() {
  const t = useT()
  const language = useLanguage()
  const { cancelHref, details } = useLoaderData<typeof loader>()
  const reply = useReply()
  const words = scheduleWords(t, language)
  if (reply?.stage === 'plan')
    return (
      <PlanForm
        reply={reply}
        words={{
          caption: t('main:scheduleEdit.caption'),
          subjectTitle: t('main:schedule.one'),
          fieldTitle: t('main:scheduleEdit.part'),
          apply: t('main:scheduleEdit.save'),
        }}
        cancelHref={cancelHref}
      />
    )
  if (!details) return null
  if (reply?.stage !== 'conflict')
    return <ScheduleForm schedule={details} reply={formIn(reply)} cancelHref={cancelHref} />
  const valuesOf = (name: string) => reply.conflicts.find((one) => one.name === name)
  return (
    <ConflictForm
      reply={reply}
      hasPlan
      fieldLabel={(name) => {
        const { theirs = [], yours = [], original = [] } = valuesOf(name) ?? {}
        return partLabel(words, name, ...theirs, ...yours, ...original)
      }}
      valueText={(name, value) => schedulePartText(words, name, value, details) ?? t('main:edit.conflict.nothing')}
      cancelHref={cancelHref}
    />
  )
}
