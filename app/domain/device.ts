/** The device as the console shows it, derived from the stored device (spec §3). */
import type { Package } from '#contracts/package'
import type { ControllerModel } from '#contracts/product'
import type { PathNode } from '#contracts/scalars'
import type { DeploymentStatus, Device, InstalledPackage } from '#contracts/site'
import { type PackageEntry, packageStatus, packageStatuses, supportedPackages } from '~/domain/package-status'

/** An additional property: its key without the leading `$`. */
export interface DeviceProperty {
  name: string
  value: unknown
}

/** The fields of a device in a list. */
export interface ListedDevice {
  id: string
  name: string
  /** Empty until the device has one. */
  hostId: string
  /** The model's type code, `ECY303`; empty when the product is not known. */
  type: string
  path: PathNode[]
  location: string
  product: ControllerModel | null
  supportedPackages: Package[]
  packageStatus: { outdated: number; total: number }
  isOnboarded: boolean
  isConnected: boolean
  isDeployingPackages: boolean
  /** The deployment has not started: it waits for its time, or for the controller. */
  awaitsDeployment: boolean
}

export interface EnrichedDevice extends ListedDevice {
  eTag: string | undefined
  description: string
  spaceServed: string
  spaceId: string
  siteId: string | undefined
  buildingId: string | undefined
  productId: string | null
  /** Its installed and available packages. */
  packages: PackageEntry[]
  installedPackages: InstalledPackage[]
  isFacilitiesPlatform: boolean
  deployment: { status: DeploymentStatus | null; message: string }
  configStatus: NonNullable<Device['configStatus']>
  properties: DeviceProperty[]
}

/** Returns the enriched device of spec §3. `models` and `packages` are the whole catalogues. */
export function enrichDevice(
  device: Device,
  models: readonly ControllerModel[],
  packages: readonly Package[],
): EnrichedDevice {
  const listed = listDevice(device, models, packages)
  const status = device.overallStatus
  return {
    ...listed,
    eTag: device.eTag,
    description: device.description,
    spaceServed: device.spaceServed ?? '',
    spaceId: device.spaceId,
    siteId: device.siteId,
    buildingId: device.buildingId,
    productId: device.productId ?? null,
    packages: packageStatuses(device.packages, listed.supportedPackages),
    installedPackages: device.packages,
    isFacilitiesPlatform: listed.product?.platform === 'IP',
    deployment: { status: status?.deployment?.status ?? null, message: status?.deployment?.message ?? '' },
    configStatus: device.configStatus ?? {},
    properties: readProperties(device.additionalProperties).properties,
  }
}

/** Returns the fields a list row shows: its packages are counted, not listed. */
export function listDevice(
  device: Device,
  models: readonly ControllerModel[],
  packages: readonly Package[],
): ListedDevice {
  const product = models.find((model) => model.id === device.productId) ?? null
  const supported = supportedPackages(product, packages)
  const path = device.path ?? []
  const status = device.overallStatus
  return {
    id: device.id,
    name: device.name,
    hostId: device.hostId ?? '',
    type: product?.model.type ?? '',
    path,
    location: locationOf(path),
    product,
    supportedPackages: supported,
    packageStatus: packageStatus(device.packages, supported),
    isOnboarded: status?.onBoarded === true,
    isConnected: status?.connected === true,
    isDeployingPackages: status?.deployment?.inProgress === true,
    awaitsDeployment: status?.deployment?.inProgress === true && status.deployment.status === 'NotStarted',
  }
}

/** Returns the ancestor names joined by ' / ', without the first (spec §3). */
export function locationOf(path: readonly Pick<PathNode, 'name'>[]): string {
  return path
    .slice(1)
    .map((node) => node.name)
    .join(' / ')
}

/** Moves the keys with a leading `$` into a list of name/value pairs; `rest` has the others (spec §3). */
export function readProperties(additional: Record<string, unknown> | null | undefined): {
  properties: DeviceProperty[]
  rest: Record<string, unknown>
} {
  const entries = Object.entries(additional ?? {})
  return {
    properties: entries.flatMap(([key, value]) => (key.startsWith('$') ? [{ name: key.slice(1), value }] : [])),
    rest: Object.fromEntries(entries.filter(([key]) => !key.startsWith('$'))),
  }
}

/** Moves the name/value pairs back into the additional properties, under their `$` keys (spec §3). */
export function writeProperties(
  properties: readonly DeviceProperty[],
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  const written = properties.map(({ name, value }): [string, unknown] => [`$${name}`, value])
  return Object.fromEntries([...Object.entries(rest), ...written])
}

/** Returns the value of a property as text: a string as it is, anything else as JSON. */
export function propertyText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
