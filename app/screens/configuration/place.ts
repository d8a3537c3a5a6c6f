/** Where settings of a kind are looked at and changed: for all controllers of a customer, those of a site group or one site, or one of them. */
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
    group: { board: 'groupNetwork', settings: 'groupNetworkSettings', sending: 'groupNetworkSending' },
    site: { board: 'siteNetwork', settings: 'siteNetworkSettings', sending: 'siteNetworkSending' },
    device: 'deviceNetwork',
    file: 'customerNetworkCsv',
    puttingBack: 'networkPuttingBack',
  },
  time: {
    customer: { board: 'customerTime', settings: 'customerTimeSettings', sending: 'customerTimeSending' },
    group: { board: 'groupTime', settings: 'groupTimeSettings', sending: 'groupTimeSending' },
    site: { board: 'siteTime', settings: 'siteTimeSettings', sending: 'siteTimeSending' },
    device: 'deviceTime',
    file: 'customerTimeCsv',
    puttingBack: 'timePuttingBack',
  },
  bacnet: {
    customer: { board: 'customerBacnet', settings: 'customerBacnetSettings', sending: 'customerBacnetSending' },
    group: { board: 'groupBacnet', settings: 'groupBacnetSettings', sending: 'groupBacnetSending' },
    site: { board: 'siteBacnet', settings: 'siteBacnetSettings', sending: 'siteBacnetSending' },
    device: 'deviceBacnet',
    file: 'customerBacnetCsv',
    puttingBack: 'bacnetPuttingBack',
  },
  adminUser: {
    customer: { board: 'customerAdminUser', settings: 'customerAdminPassword', sending: 'customerAdminUserSending' },
    group: { board: 'groupAdminUser', settings: 'groupAdminPassword', sending: 'groupAdminUserSending' },
    site: { board: 'siteAdminUser', settings: 'siteAdminPassword', sending: 'siteAdminUserSending' },
    device: 'deviceAdminUser',
    file: 'customerAdminUserCsv',
  },
  graphics: {
    customer: { board: 'customerGraphics', settings: 'customerGraphicsFile', sending: 'customerGraphicsSending' },
    group: { board: 'groupGraphics', settings: 'groupGraphicsFile', sending: 'groupGraphicsSending' },
    site: { board: 'siteGraphics', settings: 'siteGraphicsFile', sending: 'siteGraphicsSending' },
    device: 'deviceGraphics',
    file: 'customerGraphicsCsv',
  },
} as const satisfies Record<KindName, unknown>

export type Page = 'board' | 'settings' | 'sending'

const pageHref = (page: Page) => (at: ConfigurationPlace, search?: Search) => {
  if (isSite(at)) return href(pages[at.kind].site[page], at, search)
  return isGroup(at) ? href(pages[at.kind].group[page], at, search) : href(pages[at.kind].customer[page], at, search)
}

export const boardHref = pageHref('board')
export const settingsHref = pageHref('settings')
export const sendingHref = pageHref('sending')

/** The file of a board: at the customer, for wherever the board stands. */
export function boardFileHref({ groupId, siteId, ...at }: ConfigurationPlace, search?: Search): string {
  return href(pages[at.kind].file, at, { ...search, ...(siteId ? { siteId } : { groupId }) })
}

export function deviceHref(at: ParamsFor<'deviceNetwork'> & { kind: KindName }): string {
  return href(pages[at.kind].device, at)
}

/** With further changes, what all of them made of each controller goes back together. */
export function puttingBackHref(
  at: ParamsFor<'networkPuttingBack'> & { kind: SettingKind },
  also: readonly string[] = [],
): string {
  return href(pages[at.kind].puttingBack, at, { [alsoName]: also })
}

/** The word by which an address names further changes. */
export const alsoName = 'also'

/** Which sends are cancelled, of all of the customer's, as the address of that page says it. */
export function cancellingSearch({ kind, groupId, siteId }: ConfigurationPlace) {
  return { kind, groupId, siteId }
}

/** The page of all kinds. */
export function summaryHref(at: Omit<ConfigurationPlace, 'kind'>): string {
  const place = { ...at, kind: 'network' as const }
  if (isSite(place)) return href('siteConfiguration', place)
  return isGroup(place) ? href('groupConfiguration', place) : href('customerConfiguration', at)
}

/** What a change there is about, before anything of it is known. */
export function subjectAt(at: ConfigurationPlace) {
  const kind = isSite(at) ? ('site' as const) : isGroup(at) ? ('group' as const) : ('customer' as const)
  const id = placeId(at)
  return { kind, id, name: id }
}

/** What everything there stands under. */
export function placeId({ customerId, groupId, siteId }: ConfigurationPlace): string {
  return siteId ?? groupId ?? customerId
}

export function isSite(at: ConfigurationPlace): at is ParamsFor<'siteNetwork'> & { kind: KindName } {
  return at.siteId !== undefined && at.groupId !== undefined
}

/** A site group as a whole; a site stands in one, too. */
export function isGroup(at: ConfigurationPlace): at is ParamsFor<'groupNetwork'> & { kind: KindName } {
  return at.groupId !== undefined && at.siteId === undefined
}
