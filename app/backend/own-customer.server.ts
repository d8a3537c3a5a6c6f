/**
 * A thing under the address of a customer that it does not belong to leads to its own one (design §4). The services
 * find nothing under another customer's header, so the thing is asked for once more, in the tenant of the address.
 */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { site } from '#contracts/site'
import { noGroup } from '~/paths'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'

type Read = <E extends ReadEndpoint>(endpoint: E, input: Input<E>) => Promise<ReplyOf<E>>
export type Ids = Readonly<Record<string, string | undefined>>

/** The same address under the customer its thing belongs to; null where there is no other, or none that is shown. */
export async function inOwnCustomer(read: Read, url: URL, params: Ids): Promise<string | null> {
  const own = await customerOf(read, params).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined
    throw error
  })
  if (!own || own === params.customerId) return null
  return url.pathname.replace(`/customers/${params.customerId}/`, `/customers/${own}/`) + url.search
}

/** The customer of the innermost thing an address names; undefined where that is not known. */
export async function customerOf(read: Read, { deviceId, equipmentId, spaceId, buildingId, siteId, groupId }: Ids) {
  const placed = deviceId
    ? await read(site.getDevice, { path: { id: deviceId } })
    : equipmentId
      ? await read(site.getEquipment, { path: { id: equipmentId } })
      : spaceId
        ? await read(site.getSpace, { path: { id: spaceId } })
        : buildingId
          ? await read(site.getBuilding, { path: { id: buildingId } })
          : undefined
  const standsIn = placed ? placed.path?.find(({ type }) => type === 'site')?.id : siteId
  if (standsIn) return (await read(site.getSite, { path: { id: standsIn } })).customerId
  if (!placed && groupId && groupId !== noGroup)
    return (await read(site.getSiteGroup, { path: { id: groupId } })).customerId
  return undefined
}
