/** Archiving a customer: what it means, the plan, and then it can only be read (domain §9.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { address } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { ArchivePage } from './archive-page'
import { archivedPlan, carryOutArchived, NoFields } from './archived-change.server'
import { consequenceData } from './consequence.server'

export const handle = {
  title: (data, t) => t('main:customer.archiving.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerArchiving', args.params)
  return consequenceData(await reader(args, { capability: 'customer.archive' }), { at, change: 'archive' })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('customerArchiving', args.params)
  return mutate(args, {
    name: 'customer.archive',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: NoFields,
    plan: (desk) => archivedPlan(desk, at, true),
    work: (desk) => carryOutArchived(desk, at, true),
  })
}

export default function CustomerArchiving() {
  const t = useT()
  const means = [
    t('main:customer.archiving.readOnly'),
    t('main:customer.archiving.hidden'),
    t('main:customer.archiving.goesOn'),
    t('main:customer.archiving.undo'),
  ]
  return <ArchivePage data={useLoaderData<typeof loader>()} change="archiving" means={means} />
}
