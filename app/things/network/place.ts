/** Where network settings are looked at and changed: for all controllers of a customer, or for those of one site. */
import { href, type Search } from '~/hrefs'
import type { ParamsFor } from '~/paths'

export type NetworkPlace = ParamsFor<'customerNetwork'> & Partial<ParamsFor<'siteNetwork'>>

export function boardHref(at: NetworkPlace, search?: Search): string {
  return isSite(at) ? href('siteNetwork', at, search) : href('customerNetwork', at, search)
}

export function settingsHref(at: NetworkPlace, search?: Search): string {
  return isSite(at) ? href('siteNetworkSettings', at, search) : href('customerNetworkSettings', at, search)
}

export function sendingHref(at: NetworkPlace, search?: Search): string {
  return isSite(at) ? href('siteNetworkSending', at, search) : href('customerNetworkSending', at, search)
}

/** What a change there is about, before anything of it is known. */
export function subjectAt({ customerId, siteId }: NetworkPlace) {
  return siteId
    ? { kind: 'site' as const, id: siteId, name: siteId }
    : { kind: 'customer' as const, id: customerId, name: customerId }
}

function isSite(at: NetworkPlace): at is ParamsFor<'siteNetwork'> {
  return at.siteId !== undefined && at.groupId !== undefined
}
