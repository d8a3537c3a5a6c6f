/** Reads every controller below a place by walking its tree, for backends that cannot list them (domain §17). */
import { containsWords } from '#contracts/fold'
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
export type WalkReader = Pick<Reader, 'call' | 'catalogues'> & { walk?: Reader['walk'] }

export const toWalker = ({ call, walk = call, catalogues }: WalkReader): Walker => ({ read: walk, catalogues })

/** The walk stops after this many nodes. */
const maxNodes = 2_000
/** Concurrent reads. */
const maxConcurrent = 16
/** Sites per round, walked down to their controllers: the limit then cuts whole sites rather than a part of each. */
const sitesPerRound = 64

export interface WalkResult {
  devices: Device[]
  /** The walk stopped at its limit: there are more controllers. */
  isCut: boolean
}

/** Returns the matching controllers, sorted; those beyond the limit are missing. */
export async function walkDevices(reader: Walker, customerId: string, search: DeviceSearch): Promise<WalkResult> {
  const { read } = reader
  let remaining = maxNodes
  let isCut = false
  const bounded = <T>(nodes: readonly T[]): T[] => {
    const accepted = nodes.slice(0, remaining)
    remaining -= accepted.length
    isCut ||= accepted.length < nodes.length
    return accepted
  }
  const below = async <T, Child>(nodes: readonly T[], children: (node: T) => Promise<Child[]>) =>
    bounded((await inParallel(nodes, maxConcurrent, children)).flat())

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
  for (let from = 0; from < sites.length; from += sitesPerRound)
    devices.push(...(await devicesOf(bounded(sites.slice(from, from + sitesPerRound)))))
  const matched = filterDevices(devices, search, await reader.catalogues())
  return { devices: search.licence ? await withLicence(matched, search.licence) : matched, isCut }

  /** Returns the controllers with one of these licence states, each read by its own record. */
  async function withLicence(devices: readonly Device[], states: readonly string[]): Promise<Device[]> {
    const onboarded = bounded(devices.filter(({ overallStatus }) => overallStatus?.onBoarded === true))
    const records = await inParallel(onboarded, maxConcurrent, ({ id }) => read(site.getOnboarding, { path: { id } }))
    return onboarded.filter((_, at) => records[at]?.licenses.some(({ state }) => states.includes(state)))
  }
}

function sitesOf({ read }: Walker, customerId: string, groupId: string | undefined): Promise<Site[]> {
  return groupId
    ? read(site.listGroupSites, { path: { id: groupId } })
    : read(site.listSites, { path: { id: customerId } })
}

function filterDevices(
  devices: Device[],
  search: DeviceSearch,
  catalogues: Awaited<ReturnType<Reader['catalogues']>>,
): Device[] {
  const column = search.sort?.replace(/^-/, '') ?? 'name'
  const direction = search.sort?.startsWith('-') ? -1 : 1
  return devices
    .map((device) => ({ device, enriched: enrichDevice(device, catalogues.controllers, catalogues.packages) }))
    .filter(({ enriched }) => matchesSearch(enriched, search))
    .sort(
      (a, b) => direction * keyOf(a.enriched, column).localeCompare(keyOf(b.enriched, column), 'en', { numeric: true }),
    )
    .map(({ device }) => device)
}

function keyOf(device: EnrichedDevice, column: string): string {
  return column === 'hostId' ? device.hostId : column === 'model' ? device.type : device.name
}

function matchesSearch(device: EnrichedDevice, search: DeviceSearch): boolean {
  const text = [device.name, device.hostId, device.location, device.type, device.spaceServed].join(' ')
  const { outdated, total } = device.packageStatus
  return (
    containsWords(text, search.search ?? '') &&
    isIncluded(search.productId, device.productId ?? '') &&
    isIncluded(search.platform, device.product?.platform ?? '') &&
    equalsFlag(search.connected, device.isConnected) &&
    equalsFlag(search.onboarded, device.isOnboarded) &&
    isIncluded(search.packageStatus, outdated > 0 ? 'outdated' : total > 0 ? 'upToDate' : '') &&
    hasWork(device, search) &&
    hasPackage(device, search)
  )
}

function hasWork({ isDeployingPackages, deployment, configStatus }: EnrichedDevice, { work }: DeviceSearch): boolean {
  return work === undefined || work.some(isInState)

  function isInState(one: string): boolean {
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
    ({ name, version }) => isIncluded(search.package, name) && isIncluded(search.version, version),
  )
}

function isIncluded(values: readonly string[] | undefined, value: string): boolean {
  return values === undefined || values.includes(value)
}

function equalsFlag(flag: string | undefined, value: boolean): boolean {
  return flag === undefined || flag === String(value)
}
