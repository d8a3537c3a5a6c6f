/** What is kept about a site, as a form (spec §3, §5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { EditSection } from '~/change/edit-section'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { address, href } from '~/hrefs'
import { languageOf, translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { editRow } from '~/screens/edit/edit-row'
import { crumbsOf } from '~/screens/place/crumbs'
import { siteAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { SiteFields, siteFieldLabel } from '~/things/site/fields'
import { editedSite, filledSite, siteForm } from '~/things/site/form'
import { SiteHeader, siteLinks } from '~/things/site/header'
import type { PageHandle } from '~/ui/handle'
import { Stack } from '~/ui/page'

export const handle = {
  title: (data, t) => t('main:site.form.title', { name: data.site.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteSettings', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const { node: site, path } = await atRightAddress(
    { reader: page, name: 'siteSettings', at, request: args.request },
    page.read(contract.getSite, { path: { id: at.siteId } }),
  )
  return {
    site: { name: site.name, archived: site.archived, links: siteLinks(page, at) },
    size: typeof site.size === 'number' ? { size: site.size, units: site.units ?? null } : null,
    original: { version: site.eTag ?? '', values: filledSite(site) },
    formKey: newKey(),
    crumbs: [
      ...crumbsOf(at, path, { name: site.name, href: href('site', at) }),
      { name: translator(page.language)('action.edit'), href: href('siteSettings', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteSettings', args.params)
  const path = { id: at.siteId }
  return mutate(args, {
    name: 'site.edit',
    isDirect: true,
    about: { kind: 'site', id: at.siteId, name: at.siteId },
    form: siteForm(await languageOf(args.request)),
    async plan({ form, read }) {
      const site = await siteAt(read, at)
      const before = filledSite(site)
      const row = editRow({
        subject: { kind: 'site', id: site.id, name: site.name, path: site.path },
        before,
        after: filledSite(editedSite(site, form)),
        version: site.eTag,
      })
      return { rows: [row], current: before }
    },
    async work({ form, plan, read, write, changeId }) {
      const site = await siteAt(read, at)
      await write(contract.updateSite, { path, body: { ...editedSite(site, form), eTag: plan.rows[0]?.version } })
      return href('site', at, { changed: changeId })
    },
  })
}

export default function SiteSettingsPage() {
  const t = useT()
  const { site, size, original, formKey } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <SiteHeader site={site} view="settings" />
      <EditSection
        id="site"
        original={original}
        formKey={formKey}
        cancelHref={site.links.overview}
        fieldLabel={(name) => siteFieldLabel(t, name)}
      >
        {(form) => <SiteFields form={form} size={size} />}
      </EditSection>
    </Stack>
  )
}
