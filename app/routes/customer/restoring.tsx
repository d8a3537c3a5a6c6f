/** Restores an archived customer (domain §9.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Customer, tenant } from '#contracts/tenant'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { archivedPlan, NoFields } from '~/screens/consequence/archived.server'
import { type Consequence, consequenceAction, consequenceData } from '~/screens/consequence/consequence.server'
import { customerThing } from '~/things/customer/thing.server'
import type { PageHandle } from '~/ui/handle'
import { ArchivePage } from './archive-page'
import { heldBy } from './holdings.server'

export const handle = {
  title: (data, t) => t('main:customer.restoring.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const consequence: Consequence<'customer', Customer, NoFields> = {
  change: 'customer.restore',
  thing: customerThing,
  page: 'customerRestoring',
  form: NoFields,
  plan: (customer, { language }) => archivedPlan('customer', customer, { archived: false, language }),
  async send({ write, changeId }, { at, version }) {
    const body = { eTag: version, archived: false }
    await write(tenant.updateCustomer, { path: { id: at.customerId }, body })
    return href('customer', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { page, now, data } = await consequenceData(args, consequence, (t) => t('main:change.customer.restore'))
  return { ...data, ...(await heldBy(page, now)) }
}

export function action(args: ActionFunctionArgs) {
  return consequenceAction(args, consequence)
}

export default function CustomerRestoring() {
  const t = useT()
  const means = [t('main:customer.restoring.writable'), t('main:customer.restoring.listed')]
  return <ArchivePage change="restoring" means={means} {...useLoaderData<typeof loader>()} />
}
