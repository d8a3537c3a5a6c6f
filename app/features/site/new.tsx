/** A new site of a customer, in a group or in none (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Site, site } from '#contracts/site'
import type { Customer } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { findCreated, isNamed } from '~/change/created'
import { customerThing } from '~/features/customer/shared/thing.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { type Creation, creationAction, creationData } from '~/kit/edit/creation.server'
import { EditSection } from '~/kit/edit/edit-section'
import { toInputValues } from '~/kit/edit/fields'
import { noGroup } from '~/paths'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'
import { newSiteFields } from './shared/fields'
import { newSite, type SiteForm, siteForm } from './shared/form'
import { SiteInputs } from './shared/inputs'

export const handle = { title: (_, t) => t('main:change.site.create'), menu: 'sites' } satisfies PageHandle<
  typeof loader
>

const creation: Creation<'customer', Customer, SiteForm, Site> = {
  change: 'site.create',
  parent: customerThing,
  form: siteForm,
  toForm: (form) => toInputValues(newSiteFields, form),
  async create({ form, read, write }, { at, only }) {
    const path = { id: at.customerId }
    const reply = await write(site.createSite, { path, body: newSite(form) }, only)
    const among = () => read(site.listSites, { path, query: { search: form.name } })
    return findCreated(reply, { among, matches: isNamed(form.name) })
  },
  resultHref(created, at, search) {
    if (!created) return href('customerSites', at, search)
    const groupId = created.siteGroupId ?? created.form.siteGroupId ?? noGroup
    return href('site', { ...at, groupId, siteId: created.id }, search)
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newSite', args.params)
  const reader = await readerFor(args, { capability: 'hierarchy.write' })
  const [{ data }, groups] = await Promise.all([
    creationData(args, creation),
    reader.read(site.listSiteGroups, { path: { id: at.customerId }, query: { withoutCounts: true } }),
  ])
  const list = { name: translator(reader.language)('main:view.sites'), href: href('customerSites', at) }
  return {
    ...data,
    crumbs: [list, ...data.crumbs],
    groups: groups.map(({ id, name }) => ({ value: id, label: name })),
    groupId: new URL(args.request.url).searchParams.get('groupId') ?? '',
  }
}

export function action(args: ActionFunctionArgs) {
  return creationAction(args, creation)
}

export default function NewSitePage() {
  const t = useT()
  const { unit } = usePageContext()
  const { name, groups, groupId, ...page } = useLoaderData<typeof loader>()
  const filled = { usage: 'Unassigned', units: unit, siteGroupId: groupId }
  return (
    <Stack>
      <PageHeader kind={name} name={t('main:change.site.create')} />
      <EditSection id="site" fields={newSiteFields} initial={filled} submit={t('main:change.site.create')} {...page}>
        {(form) => <SiteInputs form={form} groups={groups} />}
      </EditSection>
    </Stack>
  )
}
