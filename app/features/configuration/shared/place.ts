/**
 * The places where a kind of settings is viewed and changed: all controllers of a customer, of a site group or of a
 * site, or one controller.
 */
import { href, type QueryParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { KindName, SettingKind } from './kind'

export type ConfigurationPlace = ParamsFor<'customerNetwork'> & Partial<ParamsFor<'siteNetwork'>> & { kind: KindName }

/** The place of a kind that consists of settings. */
export type SettingsPlace = ConfigurationPlace & { kind: SettingKind }

/** The pages of each kind; `settings` is the page where it is saved, whatever it consists of. */
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

export type ConfigurationPage = 'board' | 'settings' | 'sending'

const pageHref = (page: ConfigurationPage) => (at: ConfigurationPlace, search?: QueryParams) => {
  if (isSite(at)) return href(pages[at.kind].site[page], at, search)
  return isGroup(at) ? href(pages[at.kind].group[page], at, search) : href(pages[at.kind].customer[page], at, search)
}

export const boardHref = pageHref('board')
export const settingsHref = pageHref('settings')
export const sendingHref = pageHref('sending')

/** Returns the address of a board's CSV file. The file belongs to the customer; the query has the board's place. */
export function boardFileHref({ groupId, siteId, ...at }: ConfigurationPlace, search?: QueryParams): string {
  return href(pages[at.kind].file, at, { ...search, ...(siteId ? { siteId } : { groupId }) })
}

export function deviceConfigurationHref(at: ParamsFor<'deviceNetwork'> & { kind: KindName }): string {
  return href(pages[at.kind].device, at)
}

/**
 * Returns the address that reverts a change. With further changes, all of them are reverted together for each
 * controller.
 */
export function puttingBackHref(
  at: ParamsFor<'networkPuttingBack'> & { kind: SettingKind },
  also: readonly string[] = [],
): string {
  return href(pages[at.kind].puttingBack, at, { [alsoParam]: also })
}

/** The parameter with further changes. */
export const alsoParam = 'also'

/** Returns the query of the page that cancels sends, which belongs to the customer. */
export function cancellingSearch({ kind, groupId, siteId }: ConfigurationPlace) {
  return { kind, groupId, siteId }
}

/** Returns the address of the summary of all kinds. */
export function summaryHref(at: Omit<ConfigurationPlace, 'kind'>): string {
  const place = { ...at, kind: 'network' as const }
  if (isSite(place)) return href('siteConfiguration', place)
  return isGroup(place) ? href('groupConfiguration', place) : href('customerConfiguration', at)
}

/** Returns the subject of a change at a place, before its name is known. */
export function configurationSubject(at: ConfigurationPlace) {
  const kind = isSite(at) ? ('site' as const) : isGroup(at) ? ('group' as const) : ('customer' as const)
  const id = configurationPlaceId(at)
  return { kind, id, name: id }
}

/** Returns the id of the innermost place. */
export function configurationPlaceId({ customerId, groupId, siteId }: ConfigurationPlace): string {
  return siteId ?? groupId ?? customerId
}

export function isSite(at: ConfigurationPlace): at is ParamsFor<'siteNetwork'> & { kind: KindName } {
  return at.siteId !== undefined && at.groupId !== undefined
}

/** Whether the place is a whole site group; a site also has a group. */
export function isGroup(at: ConfigurationPlace): at is ParamsFor<'groupNetwork'> & { kind: KindName } {
  return at.groupId !== undefined && at.siteId === undefined
}
