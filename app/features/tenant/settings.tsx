/** Edits the name and the domains of a tenant; super-admins can also disable it (domain §9.1, §9.4). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { withDomainNames } from './domain-problems'
import { TenantEditForm } from './form'
import { tenantFields } from './shared/fields'
import { type TenantEntity, tenantThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:tenant.settings.title', { name: data.name }),
  menu: 'customers',
} satisfies PageHandle<typeof loader>

const edit: Edit<'tenant', TenantEntity, TenantEditForm> = {
  change: 'tenant.edit',
  thing: tenantThing,
  form: () => TenantEditForm,
  savedFields: (form) => form,
  async send({ form, language, write }, { at, now, version }) {
    const { isDisabled, ...others } = form
    const body = { ...others, ...(now.mayDisable ? { isDisabled } : {}), eTag: version }
    await withDomainNames(form.domains, translator(language), () =>
      write(tenant.updateTenant, { path: { id: at.tenantId }, body }),
    )
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { now, data } = await editData(args, edit, (t) => t('main:tenant.edit'))
  return { ...data, code: now.tenantId, mayDisable: now.mayDisable }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function TenantSettings() {
  const t = useT()
  const { name, code, mayDisable, ...page } = useLoaderData<typeof loader>()
  const { name: nameField, domains, isDisabled } = tenantFields
  return (
    <Stack>
      <PageHeader kind={t('entity.tenant')} name={t('main:tenant.settings.title', { name })} />
      <EditSection id="tenant" fields={tenantFields} {...page}>
        {(form) => (
          <>
            <Inputs fields={{ name: nameField }} form={form} />
            <p className="text-sm text-soft">{t('main:tenant.form.codeFixed', { code })}</p>
            <Inputs fields={mayDisable ? { domains, isDisabled } : { domains }} form={form} />
          </>
        )}
      </EditSection>
    </Stack>
  )
}
