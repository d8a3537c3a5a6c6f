/** Ends an emergency: releases the strongest level. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { emergencyLevel } from '~/domain/priority-levels'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { aboutPoint, planRelease, ReleaseForm, releaseLevel, writingData } from './writing.server'
import { ReleasePage } from './writing-page'

export const handle = {
  title: (_, t) => t('main:point.writing.pointEmergencyEnd.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointEmergencyEnd', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('point.endEmergency') })
  return writingData(reader, { name: 'pointEmergencyEnd', at, request: args.request, level: emergencyLevel })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointEmergencyEnd', args.params)
  return mutate(args, {
    name: 'point.endEmergency',
    about: aboutPoint(at),
    options: { isDirect: true, continues: true },
    form: ReleaseForm,
    plan: (context) => planRelease(context, at, emergencyLevel),
    work: (context) => releaseLevel(context, at, site.endEmergency),
  })
}

export default function EmergencyEndPage() {
  return <ReleasePage name="pointEmergencyEnd" data={useLoaderData<typeof loader>()} />
}
