/** A new customer of a tenant; the service assigns its code (spec §7, domain §9.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Customer, tenant } from '#contracts/tenant'
import { findCreated, isNamed } from '~/change/created'
import { type TenantEntity, tenantThing } from '~/features/tenant/shared/thing.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/kit/edit/creation.server'
import { EditSection } from '~/kit/edit/edit-section'
import { toInputValues } from '~/kit/edit/fields'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { CustomerForm } from './form'
import { customerFields } from './shared/fields'

export const handle = {
  title: (_, t) => t('main:change.customer.create'),
  menu: 'customers',
} satisfies PageHandle<typeof loader>

const creation: Creation<'tenant', TenantEntity, CustomerForm, Customer> = {
  change: 'customer.create',
  parent: tenantThing,
  form: () => CustomerForm,
  toForm: (form) => toInputValues(customerFields, form),
  async create({ form, read, write }, { at, only }) {
    const path = { id: at.tenantId }
    const reply = await write(tenant.createCustomer, { path, body: form }, only)
    const among = () => read(tenant.listCustomers, { path, query: { search: form.name } })
    return findCreated(reply, { among, matches: isNamed(form.name) })
  },
  resultHref: (created, at, search) =>
    created ? href('customer', { ...at, customerId: created.id }, search) : href('tenant', at, search),
}

export async function loader(args: LoaderFunctionArgs) {
  return (await creationData(args, creation)).data
}

export function action(args: ActionFunctionArgs) {
  return creationAction(args, creation)
}

export default function NewCustomer() {
  const t = useT()
  const { name, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{name}</bdi>}
        name={t('main:change.customer.create')}
        status={<span className="text-soft">{t('main:customer.create.intro')}</span>}
      />
      <EditSection id="customer" fields={customerFields} submit={t('main:change.customer.create')} {...page}>
        {(form) => <Inputs fields={customerFields} form={form} />}
      </EditSection>
    </Stack>
  )
}
