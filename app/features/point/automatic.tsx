/** Ends an override: the point returns to automatic. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { operatorLevel } from '~/domain/priority-levels'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { aboutPoint, planRelease, ReleaseForm, releaseLevel, writingData } from './writing.server'
import { ReleasePage } from './writing-page'

export const handle = {
  title: (_, t) => t('main:point.writing.pointAutomatic.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointAutomatic', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('point.release') })
  return writingData(reader, { name: 'pointAutomatic', at, request: args.request, level: operatorLevel })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointAutomatic', args.params)
  return mutate(args, {
    name: 'point.release',
    about: aboutPoint(at),
    options: { isDirect: true, continues: true },
    form: ReleaseForm,
    plan: (context) => planRelease(context, at, operatorLevel),
    work: (context) => releaseLevel(context, at, site.releasePoint),
  })
}

export default function AutomaticPage() {
  return <ReleasePage name="pointAutomatic" data={useLoaderData<typeof loader>()} />
}
