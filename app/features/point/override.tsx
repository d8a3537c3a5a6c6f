/** Overrides a point for a limited time. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { operatorLevel } from '~/domain/priority-levels'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { aboutPoint, planWriting, TimedForm, writeTo, writingData } from './writing.server'
import { WritingPage } from './writing-page'

export const handle = {
  title: (_, t) => t('main:point.writing.pointOverride.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointOverride', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('point.override') })
  return writingData(reader, { name: 'pointOverride', at, request: args.request, level: operatorLevel })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointOverride', args.params)
  return mutate(args, {
    name: 'point.override',
    about: aboutPoint(at),
    options: { isDirect: true, continues: true },
    form: TimedForm,
    plan: (context) => planWriting(context, at, operatorLevel),
    work: (context) => writeTo(context, at, site.overridePointFor),
  })
}

export default function OverridePage() {
  return <WritingPage name="pointOverride" data={useLoaderData<typeof loader>()} isTimed />
}
