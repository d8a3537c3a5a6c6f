/** An emergency override at the strongest level: needs a plan and a typed confirmation. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { emergencyLevel } from '~/domain/priority-levels'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import type { PageHandle } from '~/ui/handle'
import { ValueField } from './write-fields'
import { aboutPoint, planWriting, WriteForm, writeTo, writingData } from './writing.server'
import { WritingFrame } from './writing-page'

export const handle = {
  title: (_, t) => t('main:point.writing.pointEmergency.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointEmergency', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('point.emergency') })
  return writingData(reader, { name: 'pointEmergency', at, request: args.request, level: emergencyLevel })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointEmergency', args.params)
  return mutate(args, {
    name: 'point.emergency',
    about: aboutPoint(at),
    options: { continues: true },
    form: WriteForm,
    async plan(context) {
      const plan = await planWriting(context, at, emergencyLevel)
      return { ...plan, confirm: translator(context.language)('main:point.writing.emergencyWord') }
    },
    work: (context) => writeTo(context, at, site.emergencyPoint),
  })
}

export default function EmergencyPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const words = {
    caption: t('main:point.writing.plan'),
    subjectTitle: t('main:point.one'),
    apply: t('main:point.writing.pointEmergency.submit'),
  }
  return (
    <WritingFrame name="pointEmergency" data={data}>
      <PlanReview id="write" look="danger" words={words} cancelHref={data.cancelHref}>
        {(form) => <ValueField inputs={data.inputs} input={form.input} />}
      </PlanReview>
    </WritingFrame>
  )
}
