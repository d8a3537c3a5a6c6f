/** Releases the set value at the weakest level. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { weakestLevel } from '~/domain/priority-levels'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { aboutPoint, giveBack, planRelease, ReleaseForm, writingData } from './writing.server'
import { ReleasePage } from './writing-page'

export const handle = {
  title: (_, t) => t('main:point.writing.pointValueRelease.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointValueRelease', args.params)
  const page = await reader(args, { capability: capabilitiesFor('point.giveBack') })
  return writingData(page, { name: 'pointValueRelease', at, request: args.request, level: weakestLevel })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointValueRelease', args.params)
  return mutate(args, {
    name: 'point.giveBack',
    about: aboutPoint(at),
    isDirect: true,
    form: ReleaseForm,
    plan: (desk) => planRelease(desk, at, weakestLevel),
    work: (desk) => giveBack(desk, at, weakestLevel),
  })
}

export default function ValueReleasePage() {
  return <ReleasePage name="pointValueRelease" data={useLoaderData<typeof loader>()} />
}
