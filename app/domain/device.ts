/** The device as the console shows it, made from the device as stored (spec §3). */
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

export interface EnrichedDevice {
  id: string
  eTag: string | undefined
  name: string
  description: string
  spaceServed: string
  spaceId: string
  siteId: string | undefined
  buildingId: string | undefined
  /** Empty until the device has one. */
  hostId: string
  /** The model's type code, `ECY303`; empty when the product is not known. */
  type: string
  path: PathNode[]
  location: string
  productId: string | null
  product: ControllerModel | null
  /** What it has and could have. */
  packages: PackageEntry[]
  installedPackages: InstalledPackage[]
  supportedPackages: Package[]
  packageStatus: { outdated: number; total: number }
  isFacilitiesPlatform: boolean
  isOnboarded: boolean
  isConnected: boolean
  isDeployingPackages: boolean
  deployment: { status: DeploymentStatus | null; message: string }
  configStatus: NonNullable<Device['configStatus']>
  properties: DeviceProperty[]
}

/** The enriched device of spec §3. `models` and `packages` are the whole catalogues. */
export function enrichDevice(
  device: Device,
  models: readonly ControllerModel[],
  packages: readonly Package[],
): EnrichedDevice {
  const product = models.find((model) => model.id === device.productId) ?? null
  const supported = supportedPackages(product, packages)
  const entries = packageStatuses(device.packages, supported)
  const path = device.path ?? []
  const status = device.overallStatus
  return {
    id: device.id,
    eTag: device.eTag,
    name: device.name,
    description: device.description,
    spaceServed: device.spaceServed ?? '',
    spaceId: device.spaceId,
    siteId: device.siteId,
    buildingId: device.buildingId,
    hostId: device.hostId ?? '',
    type: product?.model.type ?? '',
    path,
    location: locationOf(path),
    productId: device.productId ?? null,
    product,
    packages: entries,
    installedPackages: device.packages,
    supportedPackages: supported,
    packageStatus: packageStatus(entries),
    isFacilitiesPlatform: product?.platform === 'IP',
    isOnboarded: status?.onBoarded === true,
    isConnected: status?.connected === true,
    isDeployingPackages: status?.deployment?.inProgress === true,
    deployment: { status: status?.deployment?.status ?? null, message: status?.deployment?.message ?? '' },
    configStatus: device.configStatus ?? {},
    properties: readProperties(device.additionalProperties).properties,
  }
}

/** Ancestor names joined by ' / ', skipping the first (spec §3). */
export function locationOf(path: readonly Pick<PathNode, 'name'>[]): string {
  return path
    .slice(1)
    .map((node) => node.name)
    .join(' / ')
}

/** Moves the keys beginning with `$` into a list of name/value pairs; `rest` holds the others (spec §3). */
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

/** Moves the name/value pairs back among the additional properties, under their `$` keys (spec §3). */
export function writeProperties(
  properties: readonly DeviceProperty[],
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  const written = properties.map(({ name, value }): [string, unknown] => [`$${name}`, value])
  return Object.fromEntries([...Object.entries(rest), ...written])
}

/** The value of a property as text: a string as it is, anything else as JSON. */
export function propertyText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
