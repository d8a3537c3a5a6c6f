/** Where settings of a kind are looked at and changed: for all controllers of a customer, those of one site, or one of them. */
import { href, type Search } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { KindName, SettingKind } from './kind'

export type ConfigurationPlace = ParamsFor<'customerNetwork'> & Partial<ParamsFor<'siteNetwork'>> & { kind: KindName }

/** The place of a kind that is made of settings. */
export type SettingsPlace = ConfigurationPlace & { kind: SettingKind }

/** The pages of each kind; `settings` is where it is saved, whatever it is made of. */
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
  adminUser: {
    customer: { board: 'customerAdminUser', settings: 'customerAdminPassword', sending: 'customerAdminUserSending' },
    site: { board: 'siteAdminUser', settings: 'siteAdminPassword', sending: 'siteAdminUserSending' },
    device: 'deviceAdminUser',
  },
  graphics: {
    customer: { board: 'customerGraphics', settings: 'customerGraphicsFile', sending: 'customerGraphicsSending' },
    site: { board: 'siteGraphics', settings: 'siteGraphicsFile', sending: 'siteGraphicsSending' },
    device: 'deviceGraphics',
  },
} as const satisfies Record<KindName, unknown>

export type Page = 'board' | 'settings' | 'sending'

const pageHref = (page: Page) => (at: ConfigurationPlace, search?: Search) =>
  isSite(at) ? href(pages[at.kind].site[page], at, search) : href(pages[at.kind].customer[page], at, search)

export const boardHref = pageHref('board')
export const settingsHref = pageHref('settings')
export const sendingHref = pageHref('sending')

export function deviceHref(at: ParamsFor<'deviceNetwork'> & { kind: KindName }): string {
  return href(pages[at.kind].device, at)
}

export function puttingBackHref(at: ParamsFor<'networkPuttingBack'> & { kind: SettingKind }): string {
  return href(pages[at.kind].puttingBack, at)
}

/** The page of all kinds. */
export function summaryHref(at: Omit<ConfigurationPlace, 'kind'>): string {
  const place = { ...at, kind: 'network' as const }
  return isSite(place) ? href('siteConfiguration', place) : href('customerConfiguration', at)
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
