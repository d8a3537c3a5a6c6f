/** The name and the description of a customer (spec §3, domain §9.4). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Customer, tenant } from '#contracts/tenant'
import { useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { CustomerForm } from './form'
import { customerFields } from './shared/fields'
import { customerThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:customer.settings.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const edit: Edit<'customer', Customer, CustomerForm> = {
  change: 'customer.edit',
  thing: customerThing,
  form: () => CustomerForm,
  savedFields: (form) => form,
  refusalFor: (_, { archived }) => (archived ? { because: 'errors:catalogue.archived' } : null),
  async send({ form, write }, { at, version }) {
    await write(tenant.updateCustomer, { path: { id: at.customerId }, body: { ...form, eTag: version } })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { now, data } = await editData(args, edit, (t) => t('main:change.customer.edit'))
  return { ...data, code: now.customerId, isArchived: now.archived }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function CustomerSettings() {
  const t = useT()
  const { name, code, isArchived, ...page } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={t('main:customer.code', { code })} name={t('main:customer.settings.title', { name })} />
      {isArchived && !reply ? (
        <p className="max-w-prose">{t('main:customer.restoreFirst')}</p>
      ) : (
        <EditSection id="customer" fields={customerFields} {...page}>
          {(form) => <Inputs fields={customerFields} form={form} />}
        </EditSection>
      )}
    </Stack>
  )
}
