/** A new agent of a site. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Site } from '#contracts/site'
import type { SiteAgent } from '#contracts/site-agents'
import { findCreated, isNamed } from '~/change/created'
import { siteThing } from '~/features/site/shared/thing.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/kit/edit/creation.server'
import { EditSection } from '~/kit/edit/edit-section'
import { toInputValues } from '~/kit/edit/fields'
import { Inputs } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { type SiteAgentForm, siteAgentForm } from './form'
import { siteAgentFields } from './shared/fields'

export const handle = {
  title: (_, t) => t('main:change.siteAgent.create'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const creation: Creation<'site', Site, SiteAgentForm, SiteAgent> = {
  change: 'siteAgent.create',
  parent: siteThing,
  form: siteAgentForm,
  toForm: (form) => toInputValues(siteAgentFields, form),
  async create({ form, read, write }, { at, only }) {
    const path = { id: at.siteId }
    const { data } = await write(contract.createSiteAgent, { path, body: form }, only)
    return findCreated(data ?? {}, {
      among: async () => (await read(contract.listSiteAgents, { path })).data,
      matches: isNamed(form.name),
    })
  },
  resultHref: (created, at, search) =>
    created ? href('siteAgent', { ...at, siteAgentId: created.id }, search) : href('siteAgents', at, search),
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, data } = await creationData(args, creation)
  const list = { name: translator(reader.language)('main:view.siteAgents'), href: href('siteAgents', at) }
  return { ...data, crumbs: [...data.crumbs.slice(0, -1), list, ...data.crumbs.slice(-1)] }
}

export function action(args: ActionFunctionArgs) {
  return creationAction(args, creation)
}

export default function NewSiteAgentPage() {
  const t = useT()
  const { name, ...page } = useLoaderData<typeof loader>()
  const submit = t('main:change.siteAgent.create')
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={submit} />
      <EditSection id="agent" fields={siteAgentFields} initial={{}} submit={submit} {...page}>
        {(form) => <Inputs fields={siteAgentFields} form={form} />}
      </EditSection>
    </Stack>
  )
}
