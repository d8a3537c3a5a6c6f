/** The form of a site agent. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { type SiteAgentForm, siteAgentForm } from './form'
import { siteAgentFields } from './shared/fields'
import { type SiteAgentEntity, siteAgentThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:siteAgent.edit', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const edit: Edit<'siteAgent', SiteAgentEntity, SiteAgentForm> = {
  change: 'siteAgent.edit',
  thing: siteAgentThing,
  form: siteAgentForm,
  savedFields: (form) => form,
  async send({ form, write }, { at, version }) {
    const path = { id: at.siteAgentId }
    await write(contract.updateSiteAgent, { path, body: { ...form, ...(version && { eTag: version }) } })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  return (await editData(args, edit)).data
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function SiteAgentSettingsPage() {
  const t = useT()
  const { name, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.siteAgent')} name={t('main:siteAgent.edit', { name })} />
      <EditSection id="agent" fields={siteAgentFields} {...page}>
        {(form) => <Inputs fields={siteAgentFields} form={form} />}
      </EditSection>
    </Stack>
  )
}
