/** The form of a site (spec §3, §5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Site } from '#contracts/site'
import { type Edit, editAction, editData } from '~/kit/edit/edit.server'
import { EditSection } from '~/kit/edit/edit-section'
import type { PageHandle } from '~/ui/handle'
import { Stack } from '~/ui/page'
import { siteFields } from './shared/fields'
import { editedSite, type SiteForm, siteForm } from './shared/form'
import { SiteHeader, siteHeading } from './shared/header'
import { SiteInputs, storedSize } from './shared/inputs'
import { siteThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:site.form.title', { name: data.site.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const edit: Edit<'site', Site, SiteForm> = {
  change: 'site.edit',
  thing: siteThing,
  form: siteForm,
  savedFields: editedSite,
  async send({ form, write }, { at, now, version }) {
    await write(contract.updateSite, { path: { id: at.siteId }, body: { ...editedSite(form, now), eTag: version } })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, now, data } = await editData(args, edit)
  return { ...data, site: siteHeading(reader, at, now), size: storedSize(now.size, now.units) }
}

export function action(args: ActionFunctionArgs) {
  return editAction(args, edit)
}

export default function SiteSettingsPage() {
  const { site, size, ...page } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <SiteHeader site={site} view="settings" />
      <EditSection id="site" fields={siteFields} {...page}>
        {(form) => <SiteInputs form={form} size={size} />}
      </EditSection>
    </Stack>
  )
}
