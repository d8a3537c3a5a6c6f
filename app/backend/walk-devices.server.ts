/** Reads every controller below a place by walking its tree, for backends that cannot list them (domain §17). */
import { holdsWords } from '#contracts/fold'
import { type Device, type Site, site } from '#contracts/site'
import { isDeploymentFailure } from '~/domain/deployment-progress'
import { type EnrichedDevice, enrichDevice } from '~/domain/device'
import type { DeviceSearch } from '~/domain/device-filter'
import { inParallel } from './in-parallel'
import type { Reader } from './reader.server'
import { isCutShort } from './whole-lists'

/** Reads the nodes of a walk; its `read` decides how errors are thrown. */
export type Walker = Pick<Reader, 'read' | 'catalogues'>

/** The reader of a page has a cached walk; the planning of a change has none. */
export type Walking = Pick<Reader, 'ask' | 'catalogues'> & { walk?: Reader['walk'] }

export const walkerOf = ({ ask, walk = ask, catalogues }: Walking): Walker => ({ read: walk, catalogues })

/** The walk stops after this many nodes. */
const maxNodes = 2_000
/** Concurrent reads. */
const lanes = 16
/** Sites per round, walked down to their controllers: the limit then cuts whole sites rather than a part of each. */
const sitesAtOnce = 64

export interface Walked {
  devices: Device[]
  /** The walk stopped at its limit: there are more controllers. */
  isCut: boolean
}

/** Returns the matching controllers, sorted; those beyond the limit are missing. */
export async function walkDevices(reader: Walker, customerId: string, search: DeviceSearch): Promise<Walked> {
  const { read } = reader
  let left = maxNodes
  let isCut = false
  const bounded = <T>(nodes: readonly T[]): T[] => {
    const taken = nodes.slice(0, left)
    left -= taken.length
    isCut ||= taken.length < nodes.length
    return taken
  }
  const below = async <T, Child>(nodes: readonly T[], children: (node: T) => Promise<Child[]>) =>
    bounded((await inParallel(nodes, lanes, children)).flat())

  const devicesOf = async (sites: readonly { id: string }[]) => {
    const buildings = search.buildingId
      ? [{ id: search.buildingId }]
      : await below(sites, ({ id }) => read(site.listBuildings, { path: { id } }))
    const spaces = await below(buildings, ({ id }) => read(site.listSpaces, { path: { id } }))
    const inside = search.spaceId
      ? spaces.filter(({ id, path }) => id === search.spaceId || path?.some((node) => node.id === search.spaceId))
      : spaces
    return below(inside, ({ id }) => read(site.listSpaceDevices, { path: { id } }))
  }

  const sites = search.siteId ? [{ id: search.siteId }] : await sitesOf(reader, customerId, search.groupId)
  isCut = isCutShort(sites)
  const devices: Device[] = []
  for (let from = 0; from < sites.length; from += sitesAtOnce)
    devices.push(...(await devicesOf(bounded(sites.slice(from, from + sitesAtOnce)))))
  const found = matching(devices, search, await reader.catalogues())
  return { devices: search.licence ? await licensed(found, search.licence) : found, isCut }

  /** Returns the controllers with one of these licence states, each read by its own record. */
  async function licensed(devices: readonly Device[], states: readonly string[]): Promise<Device[]> {
    const onboarded = bounded(devices.filter(({ overallStatus }) => overallStatus?.onBoarded === true))
    const records = await inParallel(onboarded, lanes, ({ id }) => read(site.getOnboarding, { path: { id } }))
    return onboarded.filter((_, at) => records[at]?.licenses.some(({ state }) => states.includes(state)))
  }
}

function sitesOf({ read }: Walker, customerId: string, groupId: string | undefined): Promise<Site[]> {
  return groupId
    ? read(site.listGroupSites, { path: { id: groupId } })
    : read(site.listSites, { path: { id: customerId } })
}

function matching(
  devices: Device[],
  search: DeviceSearch,
  catalogues: Awaited<ReturnType<Reader['catalogues']>>,
): Device[] {
  const column = search.sort?.replace(/^-/, '') ?? 'name'
  const direction = search.sort?.startsWith('-') ? -1 : 1
  return devices
    .map((device) => ({ device, found: enrichDevice(device, catalogues.controllers, catalogues.packages) }))
    .filter(({ found }) => matches(found, search))
    .sort((a, b) => direction * keyOf(a.found, column).localeCompare(keyOf(b.found, column), 'en', { numeric: true }))
    .map(({ device }) => device)
}

function keyOf(device: EnrichedDevice, column: string): string {
  return column === 'hostId' ? device.hostId : column === 'model' ? device.type : device.name
}

function matches(device: EnrichedDevice, search: DeviceSearch): boolean {
  const text = [device.name, device.hostId, device.location, device.type, device.spaceServed].join(' ')
  const { outdated, total } = device.packageStatus
  return (
    holdsWords(text, search.search ?? '') &&
    isAsked(search.productId, device.productId ?? '') &&
    isAsked(search.platform, device.product?.platform ?? '') &&
    isSaid(search.connected, device.isConnected) &&
    isSaid(search.onboarded, device.isOnboarded) &&
    isAsked(search.packageStatus, outdated > 0 ? 'outdated' : total > 0 ? 'upToDate' : '') &&
    isAtWork(device, search) &&
    hasPackage(device, search)
  )
}

function isAtWork({ isDeployingPackages, deployment, configStatus }: EnrichedDevice, { work }: DeviceSearch): boolean {
  return work === undefined || work.some(isAt)

  function isAt(one: string): boolean {
    if (one === 'deploying') return isDeployingPackages
    if (one === 'deploymentFailed') return deployment.status !== null && isDeploymentFailure(deployment.status)
    const state = one === 'sendFailed' ? 'failed' : 'queued'
    return Object.values(configStatus).some((kind) => kind?.sendState === state)
  }
}

/** One installed package must match both the name and the version. */
function hasPackage({ installedPackages }: EnrichedDevice, search: DeviceSearch): boolean {
  if (search.package === undefined && search.version === undefined) return true
  return installedPackages.some(
    ({ name, version }) => isAsked(search.package, name) && isAsked(search.version, version),
  )
}

function isAsked(asked: readonly string[] | undefined, value: string): boolean {
  return asked === undefined || asked.includes(value)
}

function isSaid(asked: string | undefined, value: boolean): boolean {
  return asked === undefined || asked === String(value)
}
