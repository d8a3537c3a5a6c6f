/** Ends the access of people: removes every role, keeps the record (spec §4, domain §16). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { peopleChangeData } from './bulk.server'
import { PeopleChangePage } from './bulk-page'
import { PeopleForm, planBulkAction } from './bulk-plan.server'
import { changeRolesInBulk } from './bulk-work.server'

export const handle = {
  title: (_, t) => t('main:user.bulk.offboard.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('usersOffboarding', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('user.offboard') })
  return peopleChangeData(reader, { move: 'offboard', tenantId, request: args.request })
}

export async function action(args: ActionFunctionArgs) {
  const { tenantId } = address('usersOffboarding', args.params)
  return mutate(args, {
    name: 'user.offboard',
    about: { kind: 'tenant', id: tenantId, name: tenantId },
    form: PeopleForm,
    plan: (context) => planBulkAction(context, { tenantId, move: { kind: 'offboard' } }),
    async work(context) {
      await changeRolesInBulk(context, tenantId)
      return undefined
    },
  })
}

export default function Offboarding() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <PeopleChangePage move="offboard" data={data} reply={reply} />
}
