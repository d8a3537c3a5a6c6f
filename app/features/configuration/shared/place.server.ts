/** The place of a configuration page: its kind, its name and its breadcrumb. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { featuresNow } from '~/flags.server'
import { address, isId } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { crumbsOf } from '~/kit/place/crumbs'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { noGroup, type ParamsFor, type PathName, paths } from '~/paths'
import { type Viewer, views } from '~/views'
import { isSettingKind, type KindName, kindNames, type SettingKind } from './kind'
import {
  boardHref,
  type ConfigurationPage,
  type ConfigurationPlace,
  isGroup,
  isSite,
  pages,
  type SettingsPlace,
  sendingHref,
  settingsHref,
} from './place'

const pageHrefs = { board: boardHref, settings: settingsHref, sending: sendingHref } as const satisfies Record<
  ConfigurationPage,
  unknown
>

/** Returns the place in an address. Throws a 404 for an unknown kind, or one whose flag is off. */
export function parseConfigurationPlace({ params, request }: LoaderFunctionArgs): ConfigurationPlace {
  const kind = parseKind(request)
  if (params.siteId !== undefined) return { ...address('siteNetwork', params), kind }
  return params.groupId === undefined
    ? { ...address('customerNetwork', params), kind }
    : { ...address('groupNetwork', params), kind }
}

/**
 * Returns the kind in an address, from the last segment of its board. The older addresses of the network kind have no
 * segment.
 */
export function parseKind(request: Request): KindName {
  const words = new URL(request.url).pathname.split('/')
  const word = words[words.lastIndexOf('configuration') + 1]
  const segment = decodeURIComponent(word || 'network').toLowerCase()
  const kind = kindNames.find((name) => lastSegment(pages[name].customer.board) === segment)
  const flag = kind && views[kind].flag
  if (!kind || (flag && !featuresNow()[flag])) throw new Response(null, { status: 404 })
  return kind
}

const lastSegment = (name: PathName) => paths[name].split('/').at(-1)

/** Returns the place of a settings page. Throws a 404 for a kind without settings. */
export function parseSettingsPlace(args: LoaderFunctionArgs): SettingsPlace {
  return { ...parseConfigurationPlace(args), kind: parseSettingKind(args.request) }
}

export function parseSettingKind(request: Request): SettingKind {
  const kind = parseKind(request)
  if (!isSettingKind(kind)) throw new Response(null, { status: 404 })
  return kind
}

/** Returns the kinds the reader may see. */
export function visibleKinds({ may, features }: Viewer): KindName[] {
  return kindNames.filter((kind) => {
    const { capability, flag } = views[kind]
    return may(capability) && (!flag || features[flag])
  })
}

/**
 * Returns the name, site, time zone and breadcrumb of a place; the breadcrumb ends at the board. The group of ungrouped
 * sites redirects to the customer. Throws a 404 for a customer of another tenant, or a group or site of another
 * customer.
 */
export async function loadConfigurationPlace(
  reader: Reader,
  { at, page, request }: { at: ConfigurationPlace; page: ConfigurationPage; request: Request },
) {
  const t = translator(reader.language)
  const last = { name: t(`main:view.${at.kind}`), href: boardHref(at) }
  if (isGroup(at)) {
    const name = pages[at.kind].group[page]
    const { tenantId, customerId, groupId, kind } = at
    if (groupId === noGroup) throw redirect(pageHrefs[page]({ tenantId, customerId, kind }))
    const loading = reader.read(site.getSiteGroup, { path: { id: groupId } })
    const { node, path } = await locateOrRedirect(
      { reader, name, at: at as ParamsFor<typeof name> & typeof at, request },
      loading,
    )
    return {
      name: node.name,
      site: null,
      timeZone: null,
      crumbs: crumbsOf(at, [...path, { id: node.id, name: node.name, type: 'group' as const }], last),
    }
  }
  if (!isSite(at)) {
    const { name } = await ownCustomer(reader.read, at)
    return { name, site: null, timeZone: null, crumbs: [last] }
  }
  const name = pages[at.kind].site[page]
  const loading = reader.read(site.getSite, { path: { id: at.siteId } })
  const target = { reader, name, at: at as ParamsFor<typeof name> & typeof at, request }
  const { node, path, site: parentSite } = await locateOrRedirect(target, loading)
  return {
    name: node.name,
    site: { now: node, at },
    timeZone: node.timeZone ?? (parentSite?.ok ? parentSite.value.timeZone : null) ?? null,
    crumbs: crumbsOf(at, [...path, { id: node.id, name: node.name, type: 'site' as const }], last),
  }
}

/** Returns the place of the board on which controllers were selected, from the query of the page for the selection. */
export function boardPlaceIn(search: URLSearchParams): { groupId?: string; siteId?: string } {
  const [groupId, siteId] = ['groupId', 'siteId']
    .map((name) => search.get(name))
    .map((id) => (id && isId(id) ? id : null))
  return groupId ? { groupId, ...(siteId && { siteId }) } : {}
}
