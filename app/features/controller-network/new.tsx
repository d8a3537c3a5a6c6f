/** A new network over which a site reaches controllers. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { maxDeviceInstance } from '#contracts/bacnet-names'
import { bacnetPort } from '#contracts/controller-network-names'
import type { ControllerNetwork } from '#contracts/controller-networks'
import { site as contract, type Site } from '#contracts/site'
import { findCreated, isNamed } from '~/change/created'
import { siteThing } from '~/features/site/shared/thing.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/kit/edit/creation.server'
import { EditSection } from '~/kit/edit/edit-section'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { agentOptions } from './agents.server'
import { type ControllerNetworkForm, controllerNetworkForm, controllerNetworkToForm } from './form'
import { ControllerNetworkInputs } from './inputs'
import { controllerNetworkFields } from './shared/fields'

export const handle = {
  title: (_, t) => t('main:change.controllerNetwork.create'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const creation: Creation<'site', Site, ControllerNetworkForm, ControllerNetwork> = {
  change: 'controllerNetwork.create',
  parent: siteThing,
  form: controllerNetworkForm,
  toForm: controllerNetworkToForm,
  async create({ form, read, write }, { at, only }) {
    const path = { id: at.siteId }
    const { data } = await write(contract.createControllerNetwork, { path, body: form }, only)
    return findCreated(data ?? {}, {
      among: async () => (await read(contract.listControllerNetworks, { path })).data,
      matches: isNamed(form.name),
    })
  },
  resultHref: (created, at, search) =>
    created
      ? href('controllerNetwork', { ...at, controllerNetworkId: created.id }, search)
      : href('siteControllerNetworks', at, search),
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, data } = await creationData(args, creation)
  const list = {
    name: translator(reader.language)('main:view.controllerNetworks'),
    href: href('siteControllerNetworks', at),
  }
  const agents = await agentOptions(reader, at.siteId)
  return { ...data, agents, crumbs: [...data.crumbs.slice(0, -1), list, ...data.crumbs.slice(-1)] }
}

export function action(args: ActionFunctionArgs) {
  return creationAction(args, creation)
}

/** What most networks have. */
const usual = {
  port: String(bacnetPort),
  bbmdPort: String(bacnetPort),
  bbmdLifetime: '300',
  lowestInstance: '0',
  highestInstance: String(maxDeviceInstance),
}

export default function NewControllerNetworkPage() {
  const t = useT()
  const { name, agents, ...page } = useLoaderData<typeof loader>()
  const submit = t('main:change.controllerNetwork.create')
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={submit} />
      <EditSection id="network" fields={controllerNetworkFields} initial={usual} submit={submit} {...page}>
        {(form) => <ControllerNetworkInputs form={form} agents={agents} />}
      </EditSection>
    </Stack>
  )
}
