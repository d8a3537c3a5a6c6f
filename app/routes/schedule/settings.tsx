/** The form of a schedule: week, exceptions and targets; its plan, and the conflict form. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { ConflictForm } from '~/change/conflict-form'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { serviceText } from '~/change/problem-text'
import { TakenUpForm } from '~/change/taken-up-form'
import { formIn, useReply } from '~/change/use-reply'
import { dateAt } from '~/domain/controller-clock'
import { address, href } from '~/hrefs'
import { languageOf, translator } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import { DeviceHeader } from '~/things/device/header'
import { partLabel, partText } from '~/things/schedule/part-words'
import { partsOf } from '~/things/schedule/parts-of'
import { ownWords } from '~/things/schedule/words'
import { knownZone } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { DocumentState, NotOnboarded } from './document-state'
import { standingOf } from './document-state.server'
import { scheduleAt } from './one.server'
import { budget } from './schedules.server'
import { scheduleEdit } from './settings.server'
import { ScheduleForm } from './settings-form'

export const handle = {
  title: (data, t) => t('main:scheduleEdit.titleOf', { name: data.shown?.name ?? data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('scheduleSettings', args.params)
  const { request } = args
  const made = await reader(args, { capability: 'schedule.write', budget })
  if (!made.features.schedules) throw new Response(null, { status: 404 })
  const { heading, crumbs, document, schedule } = await scheduleAt(made, { name: 'scheduleSettings', at, request })
  const t = translator(made.language)
  const common = {
    heading,
    cancelHref: href('deviceSchedule', at),
    crumbs: [
      ...crumbs,
      { name: t('main:view.schedules'), href: href('deviceSchedules', at) },
      { name: schedule?.name ?? at.scheduleId, href: href('deviceSchedule', at) },
      { name: t('action.edit'), href: href('scheduleSettings', at) },
    ],
    age: made.age(),
  }
  if (!document.ok || !schedule) return { ...common, trouble: document.ok ? null : document.problem, shown: null }
  const { calendars, timeZone, eTag } = document.value
  return {
    ...common,
    trouble: null,
    shown: {
      name: schedule.name || schedule.key,
      valueType: schedule.valueType,
      facets: schedule.facets,
      calendars,
      today: dateAt(Date.now(), knownZone(timeZone)),
      standing: standingOf(document.value),
      original: { version: eTag, values: partsOf(schedule) },
    },
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('scheduleSettings', args.params)
  return mutate(args, { name: 'schedule.edit', ...scheduleEdit(at, await languageOf(args.request)) })
}

export default function ScheduleSettingsPage() {
  const t = useT()
  const { heading, trouble, shown } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceText(t, trouble)} />}
      {shown && <DocumentState document={shown.standing} />}
      {shown || reply?.stage === 'plan' ? <Editing /> : <TakenUpForm reply={formIn(reply)} />}
    </Stack>
  )
}

function Editing() {
  const t = useT()
  const language = useLanguage()
  const { cancelHref, shown } = useLoaderData<typeof loader>()
  const reply = useReply()
  const words = ownWords(t, language)
  if (reply?.stage === 'plan')
    return (
      <PlanForm
        reply={reply}
        words={{
          caption: t('main:scheduleEdit.caption'),
          subjectTitle: t('main:schedule.one'),
          fieldTitle: t('main:scheduleEdit.part'),
          apply: t('main:scheduleEdit.save'),
          text: (key) => t(key as 'main:scheduleEdit.save', { defaultValue: key }),
        }}
        cancelHref={cancelHref}
      />
    )
  if (!shown) return null
  if (reply?.stage !== 'conflict')
    return <ScheduleForm schedule={shown} reply={formIn(reply)} cancelHref={cancelHref} />
  const valuesOf = (name: string) => reply.conflicts.find((one) => one.name === name)
  return (
    <ConflictForm
      reply={reply}
      hasPlan
      fieldLabel={(name) => {
        const { theirs = [], yours = [], original = [] } = valuesOf(name) ?? {}
        return partLabel(words, name, ...theirs, ...yours, ...original)
      }}
      valueText={(name, value) => partText(words, name, value, shown) ?? t('main:edit.conflict.nothing')}
      cancelHref={cancelHref}
    />
  )
}
