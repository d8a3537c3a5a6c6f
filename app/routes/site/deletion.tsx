/** Deleting a site with everything in it: what goes, the name typed, a reason (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { type Inside, PlaceDeletion } from '~/screens/consequence/place-deletion'
import { DeletionForm, deletionPlan, openTunnelsBelow } from '~/screens/consequence/place-deletion.server'
import { crumbsOf } from '~/screens/place/crumbs'
import { siteAt } from '~/screens/place/own-place.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { filledSite } from '~/things/site/form'
import type { PageHandle } from '~/ui/handle'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteDeletion', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  const [{ node: site, path }, tunnels] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'siteDeletion', at, request: args.request },
      page.read(contract.getSite, { path: { id: at.siteId } }),
    ),
    openTunnelsBelow(page, at.customerId, at.siteId),
  ])
  return {
    name: site.name,
    inside: insideOf(site, tunnels),
    cancelHref: href('site', at),
    crumbs: [
      ...crumbsOf(at, path, { name: site.name, href: href('site', at) }),
      { name: translator(page.language)('main:site.deletion.short'), href: href('siteDeletion', at) },
    ],
    age: page.age(),
  }
}

function insideOf({ counts }: Site, tunnels: number | undefined): Inside {
  return { buildings: counts?.buildings, spaces: counts?.spaces, devices: counts?.devices, tunnels }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteDeletion', args.params)
  return mutate(args, {
    name: 'site.delete',
    about: { kind: 'site', id: at.siteId, name: at.siteId },
    removes: true,
    form: DeletionForm,
    async plan({ form, read, may }) {
      const [site, tunnels] = await Promise.all([
        siteAt(read, at),
        openTunnelsBelow({ ask: read, may }, at.customerId, at.siteId),
      ])
      return deletionPlan({
        subject: { kind: 'site', id: site.id, name: site.name, path: site.path },
        version: site.eTag,
        before: filledSite(site),
        inside: insideOf(site, tunnels),
        typed: { confirmName: form.confirmName },
      })
    },
    async work({ write, changeId }) {
      await write(contract.deleteSite, { path: { id: at.siteId }, query: { force: true } })
      return href('customerSites', at, { changed: changeId })
    },
  })
}

export default function SiteDeletionPage() {
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return <PlaceDeletion place={{ kind: 'site', isNameAsked: true, ...data }} reply={reply} />
}
