/** Archives a customer, which is read-only afterwards: consequences and plan (domain §9.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Customer, tenant } from '#contracts/tenant'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { NoFields, planArchive } from '~/kit/confirmation/archived.server'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import type { PageHandle } from '~/ui/handle'
import { CustomerArchivePage } from './archive-page'
import { customerSummary } from './holdings.server'
import { customerThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:customer.archiving.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const consequence: Confirmation<'customer', Customer, NoFields> = {
  change: 'customer.archive',
  thing: customerThing,
  page: 'customerArchiving',
  form: NoFields,
  plan: (customer, { language }) => planArchive('customer', customer, { archived: true, language }),
  async send({ write, changeId }, { at, version }) {
    const body = { eTag: version, archived: true }
    await write(tenant.updateCustomer, { path: { id: at.customerId }, body })
    return href('customer', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, now, data } = await confirmationData(args, consequence, (t) => t('main:change.customer.archive'))
  return { ...data, ...(await customerSummary(reader, now)) }
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, consequence)
}

export default function CustomerArchiving() {
  const t = useT()
  const effects = [
    t('main:customer.archiving.readOnly'),
    t('main:customer.archiving.hidden'),
    t('main:customer.archiving.goesOn'),
    t('main:customer.archiving.undo'),
  ]
  return <CustomerArchivePage change="archiving" effects={effects} {...useLoaderData<typeof loader>()} />
}
