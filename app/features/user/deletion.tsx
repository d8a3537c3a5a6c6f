/** Deletes the records of people without roles (domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import type { PageHandle } from '~/ui/handle'
import { peopleDeletion } from './bulk.server'
import { PeopleBulkPage } from './bulk-page'

export const handle = {
  title: (_, t) => t('main:user.bulk.delete.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { data, things: people } = await bulkData(args, peopleDeletion)
  return { ...data, people }
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, peopleDeletion)
}

export default function Deletion() {
  return <PeopleBulkPage kind="delete" data={useLoaderData<typeof loader>()} />
}
