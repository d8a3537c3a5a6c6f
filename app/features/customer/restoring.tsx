/** Restores an archived customer (domain §9.2). */
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
  title: (data, t) => t('main:customer.restoring.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const consequence: Confirmation<'customer', Customer, NoFields> = {
  change: 'customer.restore',
  thing: customerThing,
  page: 'customerRestoring',
  form: NoFields,
  plan: (customer, { language }) => planArchive('customer', customer, { archived: false, language }),
  async send({ write, changeId }, { at, version }) {
    const body = { eTag: version, archived: false }
    await write(tenant.updateCustomer, { path: { id: at.customerId }, body })
    return href('customer', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, now, data } = await confirmationData(args, consequence, (t) => t('main:change.customer.restore'))
  return { ...data, ...(await customerSummary(reader, now)) }
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, consequence)
}

export default function CustomerRestoring() {
  const t = useT()
  const effects = [t('main:customer.restoring.writable'), t('main:customer.restoring.listed')]
  return <CustomerArchivePage change="restoring" effects={effects} {...useLoaderData<typeof loader>()} />
}
