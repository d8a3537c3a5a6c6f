/** Releases the set value at the weakest level. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { weakestLevel } from '~/domain/priority-levels'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { aboutPoint, planRelease, ReleaseForm, releaseSetValue, writingData } from './writing.server'
import { ReleasePage } from './writing-page'

export const handle = {
  title: (_, t) => t('main:point.writing.pointValueRelease.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointValueRelease', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('point.giveBack') })
  return writingData(reader, { name: 'pointValueRelease', at, request: args.request, level: weakestLevel })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointValueRelease', args.params)
  return mutate(args, {
    name: 'point.giveBack',
    about: aboutPoint(at),
    options: { isDirect: true, continues: true },
    form: ReleaseForm,
    plan: (context) => planRelease(context, at, weakestLevel),
    work: (context) => releaseSetValue(context, at, weakestLevel),
  })
}

export default function ValueReleasePage() {
  return <ReleasePage name="pointValueRelease" data={useLoaderData<typeof loader>()} />
}
