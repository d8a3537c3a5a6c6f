/** Ends the access of people: removes every role, keeps the record (spec §4, domain §16). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import type { PageHandle } from '~/ui/handle'
import { offboarding } from './bulk.server'
import { PeopleBulkPage } from './bulk-page'

export const handle = {
  title: (_, t) => t('main:user.bulk.offboard.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { data, things: people } = await bulkData(args, offboarding)
  return { ...data, people }
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, offboarding)
}

export default function Offboarding() {
  return <PeopleBulkPage kind="offboard" data={useLoaderData<typeof loader>()} />
}
