/** Removes a role in the tenant from several people; those without another role are offboarded (spec §4). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import type { PageHandle } from '~/ui/handle'
import { roleTaking } from './bulk.server'
import { PeopleBulkPage } from './bulk-page'
import { RoleSelect } from './role-select'

export const handle = {
  title: (_, t) => t('main:user.bulk.take.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { data, things: people } = await bulkData(args, roleTaking)
  return { ...data, people }
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, roleTaking)
}

export default function RoleTaking() {
  const data = useLoaderData<typeof loader>()
  return (
    <PeopleBulkPage
      kind="take"
      data={data}
      inputs={({ input }) => <RoleSelect {...input('role')} kind="take" tenantName={data.place} />}
    />
  )
}
