/**
 * Redirects an address with the wrong customer to the customer that owns its thing (design §4). The services find
 * nothing under another customer's header, so the thing is read again for the tenant alone.
 */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { site } from '#contracts/site'
import { noGroup } from '~/paths'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'

type Read = <E extends ReadEndpoint>(endpoint: E, input: Input<E>) => Promise<ReplyOf<E>>
export type PathIds = Readonly<Record<string, string | undefined>>

/**
 * Returns the address under the customer that owns its thing; null where that is the same one, or where it cannot be
 * read.
 */
export async function ownCustomerAddress(read: Read, url: URL, params: PathIds): Promise<string | null> {
  const own = await owningCustomerId(read, params).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined
    throw error
  })
  if (!own || own === params.customerId) return null
  return url.pathname.replace(`/customers/${params.customerId}/`, `/customers/${own}/`) + url.search
}

/** Returns the id of the customer that owns the innermost thing of an address; undefined where unknown. */
export async function owningCustomerId(
  read: Read,
  { deviceId, equipmentId, spaceId, buildingId, siteId, groupId }: PathIds,
) {
  const thing = deviceId
    ? await read(site.getDevice, { path: { id: deviceId } })
    : equipmentId
      ? await read(site.getEquipment, { path: { id: equipmentId } })
      : spaceId
        ? await read(site.getSpace, { path: { id: spaceId } })
        : buildingId
          ? await read(site.getBuilding, { path: { id: buildingId } })
          : undefined
  const owningSiteId = thing ? thing.path?.find(({ type }) => type === 'site')?.id : siteId
  if (owningSiteId) return (await read(site.getSite, { path: { id: owningSiteId } })).customerId
  if (!thing && groupId && groupId !== noGroup)
    return (await read(site.getSiteGroup, { path: { id: groupId } })).customerId
  return undefined
}
