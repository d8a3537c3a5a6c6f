/** The wishes of a deployment form: install, update or uninstall a package, and their text format. */
import type { Package } from '#contracts/package'
import type { RequestedPackage } from '~/domain/deployment-plan'
import type { EnrichedDevice } from '~/domain/device'
import { installedByName, latestByName } from '~/domain/package-status'
import { compareVersions } from '~/domain/version'

/** `install:weather@2.1.0`, `newest:weather` (the newest each controller supports), `uninstall:weather`. */
export type Wish =
  | { kind: 'install'; name: string; version: string }
  | { kind: 'newest'; name: string }
  | { kind: 'uninstall'; name: string }

export function writeWish(wish: Wish): string {
  return wish.kind === 'install' ? `install:${wish.name}@${wish.version}` : `${wish.kind}:${wish.name}`
}

/** Returns null for text that is not a wish. */
export function readWish(text: string): Wish | null {
  const install = /^install:(.{1,200})@([^@]{1,256})$/.exec(text)
  if (install?.[1] && install[2]) return { kind: 'install', name: install[1], version: install[2] }
  const other = /^(newest|uninstall):(.{1,200})$/.exec(text)
  return other?.[2] ? { kind: other[1] as 'newest' | 'uninstall', name: other[2] } : null
}

/** One package on the form. */
export interface PackageOffer {
  name: string
  displayName: string
  isMandatory: boolean
  /** Versions supported by at least one controller, newest first. */
  versions: string[]
  /** Installed versions, newest first, each with its number of controllers. */
  installed: { version: string; count: number }[]
}

/** Returns the packages that any of the controllers supports or has installed. */
export function packageOffers(devices: readonly EnrichedDevice[], packages: readonly Package[]): PackageOffer[] {
  const supported = new Set(devices.flatMap((device) => device.supportedPackages))
  const present = devices.map((device) => installedByName(device.installedPackages))
  const names = new Set([...[...supported].map(({ name }) => name), ...present.flatMap((one) => [...one.keys()])])
  return [...names].map((name) => offerOf(name)).sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'))

  function offerOf(name: string): PackageOffer {
    const catalogueEntries = packages.filter((candidate) => candidate.name === name)
    const counts = new Map<string, number>()
    for (const one of present) {
      const version = one.get(name)
      if (version !== undefined) counts.set(version, (counts.get(version) ?? 0) + 1)
    }
    return {
      name,
      displayName: catalogueEntries[0]?.displayName || name,
      isMandatory: catalogueEntries.some(({ mandatory }) => mandatory),
      versions: newestFirst(
        [...supported].filter((candidate) => candidate.name === name).map(({ version }) => version),
      ),
      installed: newestFirst([...counts.keys()]).map((version) => ({ version, count: counts.get(version) ?? 0 })),
    }
  }
}

const newestFirst = (versions: readonly string[]) => [...new Set(versions)].sort((a, b) => compareVersions(b, a))

/**
 * Resolves the wishes for one controller: "newest" to the version it supports, and `update` to every outdated package
 * that no wish names.
 */
export function wishesFor(
  device: EnrichedDevice,
  { wishes, update, packages }: { wishes: readonly Wish[]; update: boolean; packages: readonly Package[] },
): RequestedPackage[] {
  const named = wishes.map(
    (wish): RequestedPackage =>
      wish.kind === 'uninstall'
        ? { type: 'Uninstall', packageName: wish.name }
        : { type: 'Install', packageKey: keyFor(wish, device, packages) },
  )
  const wishedNames = new Set(wishes.map(({ name }) => name))
  const outdated = device.packages.filter(
    ({ status, name }) => update && status === 'outdated' && !wishedNames.has(name),
  )
  return [
    ...named,
    ...outdated.flatMap(({ latestId }): RequestedPackage[] =>
      latestId ? [{ type: 'Install', packageKey: latestId }] : [],
    ),
  ]
}

/** Returns the key of the package to install; the wish's own text when the catalogue does not have it. */
function keyFor(
  wish: Exclude<Wish, { kind: 'uninstall' }>,
  device: EnrichedDevice,
  packages: readonly Package[],
): string {
  const { name } = wish
  if (wish.kind === 'newest') {
    const newest = latestByName(device.supportedPackages).get(name) ?? latestByName(packages).get(name)
    return newest?.key ?? name
  }
  const { version } = wish
  return packages.find((one) => one.name === name && one.version === version)?.key ?? `${name}@${version}`
}
