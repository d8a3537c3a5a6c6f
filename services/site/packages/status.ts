/** Which packages a controller supports and where its own stand (spec §4, §5, domain §7.3). */

import type { Package } from '../../contracts/package'
import type { ControllerModel } from '../../contracts/product'
import type { InstalledPackage } from '../../contracts/site'
import { compareVersions } from './versions'

export type PackageStatus = 'notInstalled' | 'upToDate' | 'outdated' | 'notAvailable'

/** What of a controller model decides which packages it takes. */
export type PackageHost = Pick<ControllerModel, 'architecture' | 'notSupportedDcars'>

/** A package version runs on a model that has a file of its architecture. */
export function hasFileFor(entry: Package, host: PackageHost): boolean {
  return entry.files.some((file) => file.architecture === host.architecture || file.architecture === 'MULTIPLE')
}

/** The highest supported version of each package name. */
export function latestSupported(catalogue: readonly Package[], host: PackageHost): Map<string, Package> {
  const latest = new Map<string, Package>()
  for (const entry of catalogue) {
    if (host.notSupportedDcars.includes(entry.name) || !hasFileFor(entry, host)) continue
    const known = latest.get(entry.name)
    if (!known || compareVersions(entry.version, known.version) > 0) latest.set(entry.name, entry)
  }
  return latest
}

/** Name → version; of a package listed twice the higher version counts (spec §4). */
export function installedVersions(packages: readonly InstalledPackage[]): Map<string, string> {
  const versions = new Map<string, string>()
  for (const { name, version } of packages) {
    const known = versions.get(name)
    if (known === undefined || compareVersions(version, known) > 0) versions.set(name, version)
  }
  return versions
}

/** At or above the latest supported version is up to date, below is outdated. */
export function packageStatus(installed: string | undefined, latest: string | undefined): PackageStatus {
  if (installed === undefined) return 'notInstalled'
  if (latest === undefined) return 'notAvailable'
  return compareVersions(installed, latest) >= 0 ? 'upToDate' : 'outdated'
}

/** How many of the installed packages are outdated, of how many. */
export function countOutdated(packages: readonly InstalledPackage[], latest: ReadonlyMap<string, Package>) {
  const installed = installedVersions(packages)
  let outdated = 0
  for (const [name, version] of installed) {
    if (packageStatus(version, latest.get(name)?.version) === 'outdated') outdated += 1
  }
  return { outdated, total: installed.size }
}
