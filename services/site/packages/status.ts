/** The packages a controller supports, and the status of its own (spec §4, §5, domain §7.3). */

import type { Package } from '../../contracts/package'
import type { ControllerModel } from '../../contracts/product'
import type { InstalledPackage } from '../../contracts/site'
import { compareVersions } from './versions'

export type VersionStatus = 'notInstalled' | 'upToDate' | 'outdated' | 'notAvailable'

/** The fields of a controller model that determine which packages it supports. */
export type PackageHost = Pick<ControllerModel, 'architecture' | 'notSupportedDcars'>

/** Whether a package version has a file for the architecture of a model. */
export function hasFileFor(entry: Package, host: PackageHost): boolean {
  return entry.files.some((file) => file.architecture === host.architecture || file.architecture === 'MULTIPLE')
}

/** Returns the highest supported version of each package name. */
export function latestSupported(catalogue: readonly Package[], host: PackageHost): Map<string, Package> {
  const latest = new Map<string, Package>()
  for (const entry of catalogue) {
    if (host.notSupportedDcars.includes(entry.name) || !hasFileFor(entry, host)) continue
    const current = latest.get(entry.name)
    if (!current || compareVersions(entry.version, current.version) > 0) latest.set(entry.name, entry)
  }
  return latest
}

/** Returns versions by name; of a package listed twice the higher version counts (spec §4). */
export function installedVersions(packages: readonly InstalledPackage[]): Map<string, string> {
  const versions = new Map<string, string>()
  for (const { name, version } of packages) {
    const current = versions.get(name)
    if (current === undefined || compareVersions(version, current) > 0) versions.set(name, version)
  }
  return versions
}

/** Returns up to date at or above the latest supported version, outdated below it. */
export function versionStatus(installed: string | undefined, latest: string | undefined): VersionStatus {
  if (installed === undefined) return 'notInstalled'
  if (latest === undefined) return 'notAvailable'
  return compareVersions(installed, latest) >= 0 ? 'upToDate' : 'outdated'
}

/** Returns how many of the installed packages are outdated, and their total. */
export function countOutdated(packages: readonly InstalledPackage[], latest: ReadonlyMap<string, Package>) {
  const installed = installedVersions(packages)
  let outdated = 0
  for (const [name, version] of installed) {
    if (versionStatus(version, latest.get(name)?.version) === 'outdated') outdated += 1
  }
  return { outdated, total: installed.size }
}
