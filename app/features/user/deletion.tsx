/** Deletes the records of people without roles (domain §15). */
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
import { deleteUsersInBulk } from './bulk-work.server'

export const handle = {
  title: (_, t) => t('main:user.bulk.delete.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('usersDeletion', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('user.delete') })
  return peopleChangeData(reader, { move: 'delete', tenantId, request: args.request })
}

export async function action(args: ActionFunctionArgs) {
  const { tenantId } = address('usersDeletion', args.params)
  return mutate(args, {
    name: 'user.delete',
    about: { kind: 'tenant', id: tenantId, name: tenantId },
    form: PeopleForm,
    plan: (context) => planBulkAction(context, { tenantId, move: { kind: 'delete' } }),
    async work(context) {
      await deleteUsersInBulk(context, tenantId)
      return undefined
    },
  })
}

export default function Deletion() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <PeopleChangePage move="delete" data={data} reply={reply} />
}
