/** The form of a configuration template (domain §8.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { templateCrumbs } from './crumbs.server'
import { TemplateForm, templateBody } from './form.server'
import { TemplateInputs } from './inputs'
import { templateFields } from './shared/fields'
import { templateOptions } from './template-options.server'
import { type TemplateEntity, templateThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:template.edit', { name: data.name }),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

const edit: Edit<'template', TemplateEntity, TemplateForm> = {
  change: 'template.edit',
  thing: templateThing,
  form: () => TemplateForm,
  savedFields: templateBody,
  async send({ form, write }, { at, now, version }) {
    await write(contract.updateTemplate, {
      path: { id: at.templateId },
      body: { ...templateBody(form, now), ...(version && { eTag: version }) },
    })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, now, data } = await editData(args, edit)
  const crumbs = templateCrumbs(reader, at, { name: now.name, crumbs: data.crumbs })
  return { ...data, crumbs, offered: await templateOptions(reader) }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function TemplateSettingsPage() {
  const t = useT()
  const { name, offered, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.template')} name={t('main:template.edit', { name })} />
      <EditSection id="template" fields={templateFields} {...page}>
        {(form) => <TemplateInputs form={form} offered={offered} />}
      </EditSection>
    </Stack>
  )
}
