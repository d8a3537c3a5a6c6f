/** The form of a network of controllers. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { agentOptions } from './agents.server'
import { type ControllerNetworkForm, controllerNetworkForm } from './form'
import { ControllerNetworkInputs } from './inputs'
import { controllerNetworkFields } from './shared/fields'
import { type ControllerNetworkEntity, controllerNetworkThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:controllerNetwork.edit', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const edit: Edit<'controllerNetwork', ControllerNetworkEntity, ControllerNetworkForm> = {
  change: 'controllerNetwork.edit',
  thing: controllerNetworkThing,
  form: controllerNetworkForm,
  savedFields: (form) => form,
  async send({ form, write }, { at, version }) {
    const path = { id: at.controllerNetworkId }
    await write(contract.updateControllerNetwork, { path, body: { ...form, ...(version && { eTag: version }) } })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, data } = await editData(args, edit)
  return { ...data, agents: await agentOptions(reader, at.siteId) }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function ControllerNetworkSettingsPage() {
  const t = useT()
  const { name, agents, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.controllerNetwork')} name={t('main:controllerNetwork.edit', { name })} />
      <EditSection id="network" fields={controllerNetworkFields} {...page}>
        {(form) => <ControllerNetworkInputs form={form} agents={agents} />}
      </EditSection>
    </Stack>
  )
}
