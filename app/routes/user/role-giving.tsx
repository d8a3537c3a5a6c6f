/** Giving several people a role in the tenant (domain §16). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { address } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { bulkData } from './bulk.server'
import { BulkPage } from './bulk-page'
import { GiveOrTakeForm, planMove } from './bulk-plan.server'
import { changeTogether } from './bulk-work.server'

export const handle = {
  title: (_, t) => t('main:user.bulk.give.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('usersRoleGiving', args.params)
  const made = await reader(args, { capability: capabilitiesFor('user.addRole') })
  return bulkData(made, { move: 'give', tenantId, request: args.request })
}

export async function action(args: ActionFunctionArgs) {
  const { tenantId } = address('usersRoleGiving', args.params)
  return mutate(args, {
    name: 'user.addRole',
    about: { kind: 'tenant', id: tenantId, name: tenantId },
    form: GiveOrTakeForm,
    plan: (desk) => planMove(desk, { tenantId, move: { kind: 'give', role: desk.form.role } }),
    async work(desk) {
      await changeTogether(desk, tenantId)
      return undefined
    },
  })
}

export default function RoleGiving() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <BulkPage move="give" data={data} reply={reply} />
}
