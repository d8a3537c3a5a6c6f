/** The place of a page of settings, read: what it is called, and the way to it. */
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { crumbsOf } from '~/screens/place/crumbs'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { boardHref, type ConfigurationPlace, isSite, type Page, pages } from './place'

/** `crumbs` lead to the board of the kind. A customer of another tenant, or a site of another customer, is 404. */
export async function placeOf(
  reader: Reader,
  { at, page, request }: { at: ConfigurationPlace; page: Page; request: Request },
) {
  const t = translator(reader.language)
  const last = { name: t(`main:view.${at.kind}`), href: boardHref(at) }
  if (!isSite(at)) {
    const { name } = await ownCustomer(reader.read, at)
    return { name, site: null, timeZone: null, crumbs: [last] }
  }
  const name = pages[at.kind].site[page]
  const loading = reader.read(site.getSite, { path: { id: at.siteId } })
  const here = { reader, name, at: at as ParamsFor<typeof name> & typeof at, request }
  const { node, path, site: placed } = await atRightAddress(here, loading)
  return {
    name: node.name,
    site: { now: node, at },
    timeZone: node.timeZone ?? (placed?.ok ? placed.value.timeZone : null) ?? null,
    crumbs: crumbsOf(at, [...path, { id: node.id, name: node.name, type: 'site' as const }], last),
  }
}
