/** The package catalogue with one entry per package and its versions together (spec §3, domain §7.5). */
import type { Package } from '#contracts/package'
import type { ControllerModel } from '#contracts/product'
import { supportedPackages } from '~/domain/package-status'
import { compareVersions } from '~/domain/version'

export interface CataloguePackage {
  name: string
  displayName: string
  description: string
  mandatory: boolean
  /** Of any version, as in its files. */
  architectures: string[]
  /** Newest first; never empty. */
  versions: Package[]
}

const cache = new WeakMap<readonly Package[], readonly CataloguePackage[]>()

/**
 * Returns the packages of the catalogue by display name, described by their newest version. Cached per catalogue,
 * because every list of controllers needs them.
 */
export function packagesByName(packages: readonly Package[]): readonly CataloguePackage[] {
  const entries = cache.get(packages) ?? sorted(packages)
  cache.set(packages, entries)
  return entries
}

function sorted(packages: readonly Package[]): CataloguePackage[] {
  const names = [...new Set(packages.map(({ name }) => name))]
  return names
    .flatMap((name) => packageNamed(packages, name) ?? [])
    .sort((a, b) => a.displayName.localeCompare(b.displayName, 'en') || (a.name < b.name ? -1 : 1))
}

/** Returns one package; null when the catalogue has no version of it. */
export function packageNamed(packages: readonly Package[], name: string): CataloguePackage | null {
  const versions = packages
    .filter((candidate) => candidate.name === name)
    .sort((a, b) => compareVersions(b.version, a.version))
  const [newest] = versions
  if (!newest) return null
  const { displayName, description, mandatory } = newest
  const architectures = new Set(versions.flatMap(({ files }) => files.map(({ architecture }) => architecture)))
  return {
    name,
    displayName: displayName || name,
    description,
    mandatory,
    architectures: [...architectures].sort(),
    versions,
  }
}

/** Returns the models that can run any version of a package, by type code (spec §5). */
export function modelsFor(entry: CataloguePackage, models: readonly ControllerModel[]): ControllerModel[] {
  return models
    .filter((model) => supportedPackages(model, entry.versions).length > 0)
    .sort((a, b) => a.model.type.localeCompare(b.model.type, 'en'))
}
