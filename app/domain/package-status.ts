/** The packages a controller supports, and the status of those it has (spec §4, §5; domain §7.3). */
import type { Package } from '#contracts/package'
import type { ControllerModel } from '#contracts/product'
import type { InstalledPackage } from '#contracts/site'
import { compareVersions, higherVersion } from '~/domain/version'

export type PackageStatus = 'notInstalled' | 'upToDate' | 'outdated' | 'notAvailable'

/** A package of a device: the specification's entry (latestVersion, latestId, status, mandatory) with its names. */
export interface PackageEntry {
  name: string
  displayName: string
  installedVersion: string | null
  /** Null when nothing supported matches. */
  latestVersion: string | null
  latestId: string | null
  status: PackageStatus
  mandatory: boolean
}

/** Returns whether a package has a file for the model's architecture, or for any (spec §5). */
export function fitsArchitecture(model: Pick<ControllerModel, 'architecture'>, candidate: Package): boolean {
  return candidate.files.some(({ architecture }) => architecture === model.architecture || architecture === 'MULTIPLE')
}

/**
 * Returns the packages a model supports: those with a file for its architecture whose name is not in notSupportedDcars
 * (spec §5); none without a model.
 */
export function supportedPackages(
  model: Pick<ControllerModel, 'architecture' | 'notSupportedDcars'> | null | undefined,
  packages: readonly Package[],
): Package[] {
  if (!model) return []
  const byModel = supportedCache.get(packages) ?? new WeakMap<object, Package[]>()
  supportedCache.set(packages, byModel)
  const cached = byModel.get(model)
  if (cached) return cached
  const supported = packages.filter(
    (candidate) => fitsArchitecture(model, candidate) && !model.notSupportedDcars.includes(candidate.name),
  )
  byModel.set(model, supported)
  return supported
}

/** Supported packages by catalogue and model: the same for every controller of that model. */
const supportedCache = new WeakMap<readonly Package[], WeakMap<object, Package[]>>()

/** Returns the highest version of every package, by name. */
export function latestByName(packages: readonly Package[]): Map<string, Package> {
  const latest = new Map<string, Package>()
  for (const candidate of packages) {
    const current = latest.get(candidate.name)
    if (!current || compareVersions(candidate.version, current.version) > 0) latest.set(candidate.name, candidate)
  }
  return latest
}

const latestCache = new WeakMap<readonly Package[], Map<string, Package>>()

/** Returns the same, cached for a list that is used row after row. */
function latestOf(packages: readonly Package[]): Map<string, Package> {
  const cached = latestCache.get(packages)
  if (cached) return cached
  const latest = latestByName(packages)
  latestCache.set(packages, latest)
  return latest
}

/** Returns the installed version of every package, by name; of one listed twice the higher version (spec §4). */
export function installedByName(installed: readonly InstalledPackage[]): Map<string, string> {
  const versions = new Map<string, string>()
  for (const { name, version } of installed) {
    const current = versions.get(name)
    versions.set(name, current === undefined ? version : higherVersion(current, version))
  }
  return versions
}

/**
 * Returns every package a device has or could have, by display name: installed at or above the latest supported version
 * is upToDate, below it outdated; installed without a supported match notAvailable; supported and not installed
 * notInstalled (spec §4).
 */
export function packageStatuses(installed: readonly InstalledPackage[], supported: readonly Package[]): PackageEntry[] {
  const versions = installedByName(installed)
  const latest = latestOf(supported)
  const names = new Set([...versions.keys(), ...latest.keys()])
  return [...names]
    .map((name): PackageEntry => {
      const installedVersion = versions.get(name) ?? null
      const match = latest.get(name)
      return {
        name,
        displayName: match?.displayName || name,
        installedVersion,
        latestVersion: match?.version ?? null,
        latestId: match?.key ?? null,
        status: statusOf(installedVersion, match?.version ?? null),
        mandatory: match?.mandatory ?? false,
      }
    })
    .sort((a, b) => a.displayName.localeCompare(b.displayName, 'en') || (a.name < b.name ? -1 : 1))
}

function statusOf(installed: string | null, latest: string | null): PackageStatus {
  if (installed === null) return 'notInstalled'
  if (latest === null) return 'notAvailable'
  return compareVersions(installed, latest) >= 0 ? 'upToDate' : 'outdated'
}

/** Counts the installed packages and the outdated ones among them (spec §3). */
export function packageStatus(
  installed: readonly InstalledPackage[],
  supported: readonly Package[],
): { outdated: number; total: number } {
  const versions = installedByName(installed)
  const latest = latestOf(supported)
  let outdated = 0
  for (const [name, version] of versions)
    if (statusOf(version, latest.get(name)?.version ?? null) === 'outdated') outdated += 1
  return { outdated, total: versions.size }
}
