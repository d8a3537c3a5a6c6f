/** Overrides a point until it is released. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { operatorLevel } from '~/domain/priority-levels'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { aboutPoint, planWriting, WriteForm, writeTo, writingData } from './writing.server'
import { WritingPage } from './writing-page'

export const handle = {
  title: (_, t) => t('main:point.writing.pointHold.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointHold', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('point.hold') })
  return writingData(reader, { name: 'pointHold', at, request: args.request, level: operatorLevel })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointHold', args.params)
  return mutate(args, {
    name: 'point.hold',
    about: aboutPoint(at),
    options: { isDirect: true, continues: true },
    form: WriteForm,
    plan: (context) => planWriting(context, at, operatorLevel),
    work: (context) => writeTo(context, at, site.overridePoint),
  })
}

export default function HoldPage() {
  return <WritingPage name="pointHold" data={useLoaderData<typeof loader>()} />
}
