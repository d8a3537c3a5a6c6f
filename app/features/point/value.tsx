/** Setting the value of a point at the weakest level. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { weakestLevel } from '~/domain/priority-levels'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { aboutPoint, planWriting, WriteForm, writeTo, writingData } from './writing.server'
import { WritingPage } from './writing-page'

export const handle = {
  title: (_, t) => t('main:point.writing.pointValue.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointValue', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('point.write') })
  return writingData(reader, { name: 'pointValue', at, request: args.request, level: weakestLevel })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointValue', args.params)
  return mutate(args, {
    name: 'point.write',
    about: aboutPoint(at),
    options: { isDirect: true, continues: true },
    form: WriteForm,
    plan: (context) => planWriting(context, at, weakestLevel),
    work: (context) => writeTo(context, at, site.writePoint),
  })
}

export default function ValuePage() {
  return <WritingPage name="pointValue" data={useLoaderData<typeof loader>()} />
}
