/** Taking an archived customer back into use (domain §9.2). */
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
  title: (data, t) => t('main:customer.restoring.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerRestoring', args.params)
  return consequenceData(await reader(args, { capability: 'customer.archive' }), { at, change: 'restore' })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('customerRestoring', args.params)
  return mutate(args, {
    name: 'customer.restore',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: NoFields,
    plan: (desk) => archivedPlan(desk, at, false),
    work: (desk) => carryOutArchived(desk, at, false),
  })
}

export default function CustomerRestoring() {
  const t = useT()
  const means = [t('main:customer.restoring.writable'), t('main:customer.restoring.listed')]
  return <ArchivePage data={useLoaderData<typeof loader>()} change="restoring" means={means} />
}
