/** The name and the domains of a tenant; a super-admin also disables it (domain §9.1, §9.4). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { EditSection } from '~/change/edit-section'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { config } from '~/config.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import type { Capability } from '~/permissions'
import { editRow } from '~/screens/edit/edit-row'
import { DisabledField, DomainsField, NameField, tenantFieldLabel } from '~/things/tenant/fields'
import { filledTenant, TenantEditForm } from '~/things/tenant/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { namingDomains } from './domain-problems'

export const handle = {
  title: (data, t) => t('main:tenant.settings.title', { name: data.name }),
  menu: 'customers',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenantSettings', args.params)
  const { read, may, language, age } = await reader(args, { capability: 'tenant.update' })
  const found = await read(tenant.getTenant, { path: { id: at.tenantId } })
  const mayDisable = disables(at.tenantId, may)
  return {
    at,
    name: found.name,
    code: found.tenantId,
    mayDisable,
    original: { version: found.eTag ?? '', values: filledTenant(found, { mayDisable }) },
    formKey: newKey(),
    age: age(),
    crumbs: [{ name: translator(language)('main:tenant.edit'), href: href('tenantSettings', at) }],
  }
}

/** Only those who reach every tenant disable one, and nobody the root tenant (4904). */
function disables(tenantId: string, may: (capability: Capability) => boolean): boolean {
  return may('tenant.onboard') && tenantId !== config().rootTenantId
}

export async function action(args: ActionFunctionArgs) {
  const at = address('tenantSettings', args.params)
  return mutate(args, {
    name: 'tenant.edit',
    isDirect: true,
    about: { kind: 'tenant', id: at.tenantId, name: at.tenantId },
    form: TenantEditForm,
    async plan({ form, read, may }) {
      const mayDisable = disables(at.tenantId, may)
      const now = await read(tenant.getTenant, { path: { id: at.tenantId } })
      const current = filledTenant(now, { mayDisable })
      const row = editRow({
        subject: { kind: 'tenant', id: now.id, name: now.name },
        before: current,
        after: filledTenant(form, { mayDisable }),
        version: now.eTag,
      })
      return { rows: [row], current }
    },
    async work({ form, language, may, plan, write, changeId }) {
      const { name, domains, isDisabled } = form
      const body = { eTag: plan.rows[0]?.version, name, domains }
      await namingDomains(domains, translator(language), () =>
        write(tenant.updateTenant, {
          path: { id: at.tenantId },
          body: disables(at.tenantId, may) ? { ...body, isDisabled } : body,
        }),
      )
      return href('tenant', at, { changed: changeId })
    },
  })
}

export default function TenantSettings() {
  const t = useT()
  const { at, name, code, mayDisable, original, formKey } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.tenant')} name={t('main:tenant.settings.title', { name })} />
      <EditSection
        id="tenant"
        original={original}
        formKey={formKey}
        cancelHref={href('tenant', at)}
        fieldLabel={(field) => tenantFieldLabel(t, field)}
      >
        {(form) => (
          <>
            <NameField form={form} />
            <p className="text-sm text-soft">{t('main:tenant.form.codeFixed', { code })}</p>
            <DomainsField form={form} />
            {mayDisable && <DisabledField form={form} />}
          </>
        )}
      </EditSection>
    </Stack>
  )
}
