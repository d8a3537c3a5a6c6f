/** Removes a role in the tenant from several people; those without another role are offboarded (spec §4). */
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
import { planBulkAction, RoleRemovalForm } from './bulk-plan.server'
import { changeRolesInBulk } from './bulk-work.server'

export const handle = {
  title: (_, t) => t('main:user.bulk.take.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('usersRoleTaking', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('user.removeRole') })
  return peopleChangeData(reader, { move: 'take', tenantId, request: args.request })
}

export async function action(args: ActionFunctionArgs) {
  const { tenantId } = address('usersRoleTaking', args.params)
  return mutate(args, {
    name: 'user.removeRole',
    about: { kind: 'tenant', id: tenantId, name: tenantId },
    form: RoleRemovalForm,
    plan: (context) => planBulkAction(context, { tenantId, move: { kind: 'take', role: context.form.role } }),
    async work(context) {
      await changeRolesInBulk(context, tenantId)
      return undefined
    },
  })
}

export default function RoleTaking() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <PeopleChangePage move="take" data={data} reply={reply} />
}
