/** The name and the description of a customer (spec §3, domain §9.4). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { EditSection } from '~/change/edit-section'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { customerAt, ownCustomer } from '~/screens/place/own-customer.server'
import { CustomerFields, customerFieldLabel } from '~/things/customer/fields'
import { CustomerForm, filledCustomer } from '~/things/customer/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'

export const handle = {
  title: (data, t) => t('main:customer.settings.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerSettings', args.params)
  const { read, language, age } = await reader(args, { capability: 'customer.update' })
  const customer = await ownCustomer(read, at)
  return {
    at,
    name: customer.name,
    code: customer.customerId,
    isArchived: customer.archived,
    original: { version: customer.eTag ?? '', values: filledCustomer(customer) },
    formKey: newKey(),
    age: age(),
    crumbs: [{ name: translator(language)('main:change.customer.edit'), href: href('customerSettings', at) }],
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('customerSettings', args.params)
  return mutate(args, {
    name: 'customer.edit',
    isDirect: true,
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: CustomerForm,
    async plan({ form, read }) {
      const { customer, subject } = await customerAt(read, at)
      const current = filledCustomer(customer)
      const row = editRow({ subject, before: current, after: filledCustomer(form), version: customer.eTag })
      return {
        rows: [customer.archived ? { ...row, effect: 'skip', because: 'errors:catalogue.archived' } : row],
        current,
      }
    },
    async work({ form, plan, write, changeId }) {
      await write(tenant.updateCustomer, {
        path: { id: at.customerId },
        body: { eTag: plan.rows[0]?.version, name: form.name, description: form.description },
      })
      return href('customer', at, { changed: changeId })
    },
  })
}

export default function CustomerSettings() {
  const t = useT()
  const { at, name, code, isArchived, original, formKey } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={t('main:customer.code', { code })} name={t('main:customer.settings.title', { name })} />
      {isArchived && !reply ? (
        <p className="max-w-prose">{t('main:customer.restoreFirst')}</p>
      ) : (
        <EditSection
          id="customer"
          original={original}
          formKey={formKey}
          cancelHref={href('customer', at)}
          fieldLabel={(field) => customerFieldLabel(t, field)}
        >
          {(form) => <CustomerFields form={form} />}
        </EditSection>
      )}
    </Stack>
  )
}
