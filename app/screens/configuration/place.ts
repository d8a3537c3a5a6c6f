/** Where settings of a kind are looked at and changed: for all controllers of a customer, those of one site, or one of them. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { address, href, type Search } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type KindName, kindNames } from './kind'

export type ConfigurationPlace = ParamsFor<'customerNetwork'> & Partial<ParamsFor<'siteNetwork'>> & { kind: KindName }

/** The pages of each kind. */
export const pages = {
  network: {
    customer: { board: 'customerNetwork', settings: 'customerNetworkSettings', sending: 'customerNetworkSending' },
    site: { board: 'siteNetwork', settings: 'siteNetworkSettings', sending: 'siteNetworkSending' },
    device: 'deviceNetwork',
    puttingBack: 'networkPuttingBack',
  },
  time: {
    customer: { board: 'customerTime', settings: 'customerTimeSettings', sending: 'customerTimeSending' },
    site: { board: 'siteTime', settings: 'siteTimeSettings', sending: 'siteTimeSending' },
    device: 'deviceTime',
    puttingBack: 'timePuttingBack',
  },
  bacnet: {
    customer: { board: 'customerBacnet', settings: 'customerBacnetSettings', sending: 'customerBacnetSending' },
    site: { board: 'siteBacnet', settings: 'siteBacnetSettings', sending: 'siteBacnetSending' },
    device: 'deviceBacnet',
    puttingBack: 'bacnetPuttingBack',
  },
} as const satisfies Record<KindName, unknown>

export type Page = 'board' | 'settings' | 'sending'

/** The place of an address; 404 where it is none. */
export function configurationAt({ params, request }: LoaderFunctionArgs): ConfigurationPlace {
  const kind = kindIn(request)
  const at = params.siteId === undefined ? address('customerNetwork', params) : address('siteNetwork', params)
  return { ...at, kind }
}

/** The kind an address is of: the word after `configuration`, or the network, whose addresses are older. */
export function kindIn(request: Request): KindName {
  const [, word] = new URL(request.url).pathname.match(/.*\/configuration\/([^/]+)/) ?? []
  const named = decodeURIComponent(word ?? 'network').toLowerCase()
  const kind = kindNames.find((name) => name === named)
  if (!kind) throw new Response(null, { status: 404 })
  return kind
}

const pageHref = (page: Page) => (at: ConfigurationPlace, search?: Search) =>
  isSite(at) ? href(pages[at.kind].site[page], at, search) : href(pages[at.kind].customer[page], at, search)

export const boardHref = pageHref('board')
export const settingsHref = pageHref('settings')
export const sendingHref = pageHref('sending')

export function deviceHref(at: ParamsFor<'deviceNetwork'> & { kind: KindName }): string {
  return href(pages[at.kind].device, at)
}

export function puttingBackHref(at: ParamsFor<'networkPuttingBack'> & { kind: KindName }): string {
  return href(pages[at.kind].puttingBack, at)
}

/** What a change there is about, before anything of it is known. */
export function subjectAt({ customerId, siteId }: ConfigurationPlace) {
  return siteId
    ? { kind: 'site' as const, id: siteId, name: siteId }
    : { kind: 'customer' as const, id: customerId, name: customerId }
}

export function isSite(at: ConfigurationPlace): at is ParamsFor<'siteNetwork'> & { kind: KindName } {
  return at.siteId !== undefined && at.groupId !== undefined
}
