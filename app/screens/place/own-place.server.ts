/**
 * The thing of an address, read again for a change. Throws a 404 if it is not at the place in the address (design §4).
 */
import { type Building, site as contract, type Device, type Site, type SiteGroup, type Space } from '#contracts/site'
import type { Desk } from '~/change/desk'
import type { ParamsFor } from '~/paths'

type Read = Desk<unknown>['read']

export async function groupAt(read: Read, at: ParamsFor<'group'>): Promise<SiteGroup> {
  const group = await read(contract.getSiteGroup, { path: { id: at.groupId } })
  return here(group, group.customerId === undefined || group.customerId === at.customerId)
}

export async function siteAt(read: Read, at: Pick<ParamsFor<'site'>, 'customerId' | 'siteId'>): Promise<Site> {
  const site = await read(contract.getSite, { path: { id: at.siteId } })
  return here(site, site.customerId === undefined || site.customerId === at.customerId)
}

export async function buildingAt(
  read: Read,
  at: Pick<ParamsFor<'building'>, 'customerId' | 'siteId' | 'buildingId'>,
): Promise<{ site: Site; building: Building }> {
  const [site, building] = await Promise.all([
    siteAt(read, at),
    read(contract.getBuilding, { path: { id: at.buildingId } }),
  ])
  return { site, building: here(building, building.siteId === undefined || building.siteId === at.siteId) }
}

export async function spaceAt(
  read: Read,
  at: Pick<ParamsFor<'space'>, 'customerId' | 'siteId' | 'buildingId' | 'spaceId'>,
): Promise<{ site: Site; building: Building; space: Space }> {
  const [around, space] = await Promise.all([
    buildingAt(read, at),
    read(contract.getSpace, { path: { id: at.spaceId } }),
  ])
  return { ...around, space: here(space, space.buildingId === undefined || space.buildingId === at.buildingId) }
}

/** Accepts any place within its site: the controller may have been moved while its form was open. */
export async function deviceAt(
  read: Read,
  at: Pick<ParamsFor<'device'>, 'customerId' | 'siteId' | 'deviceId'>,
): Promise<Device> {
  const [, device] = await Promise.all([siteAt(read, at), read(contract.getDevice, { path: { id: at.deviceId } })])
  return here(device, device.siteId === undefined || device.siteId === at.siteId)
}

function here<Node>(node: Node, isHere: boolean): Node {
  if (!isHere) throw new Response(null, { status: 404 })
  return node
}
