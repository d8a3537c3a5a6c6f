/**
 * The thing of an address, read again for a change. Throws a 404 if it is not at the place in the address (design §4).
 */
import { type Building, site as contract, type Device, type Site, type SiteGroup, type Space } from '#contracts/site'
import type { PlanContext } from '~/change/plan-context'
import type { ParamsFor } from '~/paths'

type Read = PlanContext<unknown>['read']

export async function groupAt(read: Read, at: ParamsFor<'group'>): Promise<SiteGroup> {
  const group = await read(contract.getSiteGroup, { path: { id: at.groupId } })
  return requireInPlace(group, group.customerId === undefined || group.customerId === at.customerId)
}

export async function siteAt(read: Read, at: Pick<ParamsFor<'site'>, 'customerId' | 'siteId'>): Promise<Site> {
  const site = await read(contract.getSite, { path: { id: at.siteId } })
  return requireInPlace(site, site.customerId === undefined || site.customerId === at.customerId)
}

export async function buildingAt(
  read: Read,
  at: Pick<ParamsFor<'building'>, 'customerId' | 'siteId' | 'buildingId'>,
): Promise<{ site: Site; building: Building }> {
  const [site, building] = await Promise.all([
    siteAt(read, at),
    read(contract.getBuilding, { path: { id: at.buildingId } }),
  ])
  return { site, building: requireInPlace(building, building.siteId === undefined || building.siteId === at.siteId) }
}

export async function spaceAt(
  read: Read,
  at: Pick<ParamsFor<'space'>, 'customerId' | 'siteId' | 'buildingId' | 'spaceId'>,
): Promise<{ site: Site; building: Building; space: Space }> {
  const [around, space] = await Promise.all([
    buildingAt(read, at),
    read(contract.getSpace, { path: { id: at.spaceId } }),
  ])
  return {
    ...around,
    space: requireInPlace(space, space.buildingId === undefined || space.buildingId === at.buildingId),
  }
}

/** Accepts any place within its site: the controller may have been moved while its form was open. */
export async function deviceAt(
  read: Read,
  at: Pick<ParamsFor<'device'>, 'customerId' | 'siteId' | 'deviceId'>,
): Promise<Device> {
  const [, device] = await Promise.all([siteAt(read, at), read(contract.getDevice, { path: { id: at.deviceId } })])
  return requireInPlace(device, device.siteId === undefined || device.siteId === at.siteId)
}

function requireInPlace<Node>(node: Node, isInPlace: boolean): Node {
  if (!isInPlace) throw new Response(null, { status: 404 })
  return node
}
