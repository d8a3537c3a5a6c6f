/** Assigns a role in the tenant to several people (domain §16). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { changedIds } from '~/change/write-in-chunks.server'
import { capabilitiesFor } from '~/changes'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { ownTimeZone } from '~/ui/time-zone.server'
import { peopleChangeData } from './bulk.server'
import { PeopleChangePage } from './bulk-page'
import { planBulkAction, RoleAssignmentForm } from './bulk-plan.server'
import { changeRolesInBulk } from './bulk-work.server'
import { saveRoleEnds } from './role-ends.server'

export const handle = {
  title: (_, t) => t('main:user.bulk.give.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('usersRoleGiving', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('user.addRole') })
  return peopleChangeData(reader, { move: 'give', tenantId, request: args.request })
}

export async function action(args: ActionFunctionArgs) {
  const { tenantId } = address('usersRoleGiving', args.params)
  const zone = ownTimeZone(args.request) ?? 'UTC'
  return mutate(args, {
    name: 'user.addRole',
    about: { kind: 'tenant', id: tenantId, name: tenantId },
    form: RoleAssignmentForm,
    plan(context) {
      const { role, until } = context.form
      return planBulkAction(context, { tenantId, move: { kind: 'give', role, until, zone } })
    },
    async work(context) {
      const { role, until } = context.form
      const ends = changedIds(context.plan).map((userId) => ({
        userId,
        customerId: null,
        role,
        lastDay: until ?? null,
      }))
      await saveRoleEnds({ tenantId, zone, changeId: context.changeId }, ends)
      await changeRolesInBulk(context, tenantId)
      return undefined
    },
  })
}

export default function RoleGiving() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <PeopleChangePage move="give" data={data} reply={reply} />
}
