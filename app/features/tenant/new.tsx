/** Creates a tenant record; onboarding is a second step (domain §9.1, §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { findCreated, isNamed } from '~/change/created'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { config } from '~/config.server'
import { showTenantDomains } from '~/domain/tenant-domains'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/kit/edit/edit-row'
import { EditSection } from '~/kit/edit/edit-section'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { withDomainNames } from './domain-problems'
import { TenantCreationForm } from './form'
import { tenantFields } from './shared/fields'

export const handle = {
  title: (_, t) => t('main:tenant.create.title'),
  menu: 'tenants',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { age } = await readerFor(args, { capability: 'tenant.create' })
  return { formKey: newKey(), age: age() }
}

/** Recorded in the trail of the root tenant: the new tenant has none yet. */
export async function action(args: ActionFunctionArgs) {
  const subjectOf = (name: string) => ({ kind: 'tenant', id: `new:${name}`, name })
  return mutate(args, {
    name: 'tenant.create',
    about: { kind: 'tenant', id: 'new', name: 'new' },
    options: { isDirect: true, tenantId: config().rootTenantId },
    form: TenantCreationForm,
    async plan({ form }) {
      const after = { name: form.name, tenantId: form.tenantId ?? '', domains: showTenantDomains(form.domains) }
      return { rows: [editRow({ subject: subjectOf(form.name), before: null, after })] }
    },
    async work({ form, language, read, write, setSubjectId, changeId }) {
      const { id } = subjectOf(form.name)
      const reply = await withDomainNames(form.domains, translator(language), () =>
        write(tenant.createTenant, { body: form }, [id]),
      )
      const created = await findCreated(reply, {
        among: () => read(tenant.listTenants, { query: { search: form.name } }),
        matches: isNamed(form.name),
      })
      if (!created) return undefined
      setSubjectId(id, { kind: 'tenant', id: created.id, name: created.name ?? form.name })
      return href('tenant', { tenantId: created.id }, { changed: changeId, created: 1 })
    },
  })
}

export default function NewTenant() {
  const t = useT()
  const { formKey } = useLoaderData<typeof loader>()
  const { isDisabled: _, ...fields } = tenantFields
  return (
    <Stack>
      <PageHeader
        name={t('main:tenant.create.title')}
        status={<span className="text-soft">{t('main:tenant.create.intro')}</span>}
      />
      <EditSection
        id="tenant"
        fields={fields}
        formKey={formKey}
        submit={t('main:tenant.create.title')}
        cancelHref={href('tenants', {})}
      >
        {(form) => <Inputs fields={fields} form={form} />}
      </EditSection>
    </Stack>
  )
}
