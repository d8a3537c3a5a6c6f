/** A new customer of a tenant; the service gives it its code (spec §7, domain §9.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { newKey } from '~/change/idempotency.server'
import { isNamed, madeThing } from '~/change/made'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { CustomerFields, customerFieldLabel } from '~/things/customer/fields'
import { CustomerForm, filledCustomer } from '~/things/customer/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'

export const handle = {
  title: (_, t) => t('main:change.customer.create'),
  menu: 'customers',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newCustomer', args.params)
  const { read, language, age } = await reader(args, { capability: 'customer.create' })
  const owner = await read(tenant.getTenant, { path: { id: at.tenantId } })
  return {
    at,
    tenantName: owner.name,
    formKey: newKey(),
    age: age(),
    crumbs: [{ name: translator(language)('main:change.customer.create'), href: href('newCustomer', at) }],
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newCustomer', args.params)
  const subjectOf = (name: string) => ({ kind: 'customer', id: `new:${name}`, name })
  return mutate(args, {
    name: 'customer.create',
    isDirect: true,
    about: { kind: 'tenant', id: at.tenantId, name: at.tenantId },
    form: CustomerForm,
    async plan({ form }) {
      return { rows: [editRow({ subject: subjectOf(form.name), before: null, after: filledCustomer(form) })] }
    },
    async work({ form, read, write, became, changeId }) {
      const { id } = subjectOf(form.name)
      const path = { id: at.tenantId }
      const told = await write(tenant.createCustomer, { path, body: form }, [id])
      const made = await madeThing(told, {
        among: () => read(tenant.listCustomers, { path, query: { search: form.name } }),
        isIt: isNamed(form.name),
      })
      if (!made) return href('tenant', at, { changed: changeId })
      became(id, { kind: 'customer', id: made.id, name: made.name ?? form.name })
      return href('customer', { ...at, customerId: made.id }, { changed: changeId })
    },
  })
}

export default function NewCustomer() {
  const t = useT()
  const { at, tenantName, formKey } = useLoaderData<typeof loader>()
  const reply = useReply()
  const form = useChangeForm(reply?.stage === 'form' ? reply : undefined, { id: 'customer', defaultValue: {} })
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{tenantName}</bdi>}
        name={t('main:change.customer.create')}
        status={<span className="text-soft">{t('main:customer.create.intro')}</span>}
      />
      <Section>
        <EditForm
          form={form}
          reply={reply?.stage === 'form' ? reply : undefined}
          formKey={formKey}
          original={null}
          submit={t('main:change.customer.create')}
          cancelHref={href('tenant', at)}
          fieldLabel={(name) => customerFieldLabel(t, name)}
        >
          <CustomerFields form={form} />
        </EditForm>
      </Section>
    </Stack>
  )
}
