/** A new configuration template of a site, filled from a controller where one is named (domain §8.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ConfigurationTemplate } from '#contracts/configuration-templates'
import { site as contract, type Site } from '#contracts/site'
import { findCreated, isNamed } from '~/change/created'
import { siteThing } from '~/features/site/shared/thing.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/kit/edit/creation.server'
import { EditSection } from '~/kit/edit/edit-section'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { TemplateForm, templateBody } from './form.server'
import { FromController } from './from-controller'
import { prefillFrom } from './from-controller.server'
import { TemplateInputs } from './inputs'
import { templateFields } from './shared/fields'
import { templateOptions } from './template-options.server'
import { templateToForm } from './thing.server'

export const handle = {
  title: (_, t) => t('main:change.template.create'),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

const creation: Creation<'site', Site, TemplateForm, ConfigurationTemplate> = {
  change: 'template.create',
  parent: siteThing,
  form: () => TemplateForm,
  toForm: (form) => templateToForm({ ...form, sections: templateBody(form).sections }),
  async create({ form, read, write }, { at, only }) {
    const path = { id: at.siteId }
    const reply = await write(contract.createTemplate, { path, body: templateBody(form) }, only)
    return findCreated(reply, { among: () => read(contract.listTemplates, { path }), matches: isNamed(form.name) })
  },
  resultHref: (created, at, search) =>
    created ? href('template', { ...at, templateId: created.id }, search) : href('siteTemplates', at, search),
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, data } = await creationData(args, creation)
  const [offered, from] = await Promise.all([templateOptions(reader), prefillFrom(reader, at, args.request)])
  const list = { name: translator(reader.language)('main:view.templates'), href: href('siteTemplates', at) }
  return { ...data, crumbs: [...data.crumbs.slice(0, -1), list, ...data.crumbs.slice(-1)], offered, from }
}

export function action(args: ActionFunctionArgs) {
  return creationAction(args, creation)
}

export default function NewTemplatePage() {
  const t = useT()
  const { name, offered, from, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={name} name={t('main:change.template.create')} />
      {from.device ? (
        <Notice tone="info" quiet title={t('main:template.from.done', { name: from.device.name })}>
          {t('main:template.from.doneText')}
        </Notice>
      ) : (
        <FromController controllers={from.controllers} />
      )}
      <EditSection
        key={from.device?.id}
        id="template"
        fields={templateFields}
        initial={from.filled}
        submit={t('main:change.template.create')}
        {...page}
      >
        {(form) => <TemplateInputs form={form} offered={offered} />}
      </EditSection>
    </Stack>
  )
}
