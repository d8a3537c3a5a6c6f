/** The versions of one package as rows of a page. */
import type { Package } from '#contracts/package'
import type { CataloguePackage } from '~/domain/package-catalogue'
import { href, isId, type Place } from '~/hrefs'
import type { PackageUsage } from './package-usage.server'

export type VersionRow = ReturnType<typeof versionRows>[number]

interface VersionContext {
  entry: CataloguePackage
  /** The whole catalogue: dependencies are shown by display name. */
  packages: readonly Package[]
  /** Null while the count is unavailable. */
  usage: PackageUsage | null
  /** Null without permission to deploy. */
  deployTo: Place | null
}

/** Returns the rows newest first, in the order of the catalogue. */
export function versionRows(at: Place, { entry, packages, usage, deployTo }: VersionContext) {
  return entry.versions.map(({ key, version, files, dependencies = [] }, index) => {
    const count = usage ? (usage.counts[version] ?? { count: 0, isCapped: false }) : null
    const versionQuery = { package: entry.name, version }
    return {
      key,
      version,
      isNewest: index === 0,
      files: files.map(({ architecture, url }) => ({ architecture, url })),
      needs: dependencies.map(({ name, minVersion }) => ({
        name: packages.find((one) => one.name === name)?.displayName || name,
        minVersion,
        href:
          isId(name) && packages.some((one) => one.name === name)
            ? href('package', { ...at, packageName: name })
            : null,
      })),
      count,
      devicesHref: count?.count ? href('customerDevices', at, versionQuery) : null,
      /** Deploys the newest version to controllers that run an older one. */
      updateHref:
        deployTo && count?.count && index > 0
          ? href('newDeployment', deployTo, { all: 1, ...versionQuery, wish: [`newest:${entry.name}`] })
          : null,
      deployHref: deployTo && href('newDeployment', deployTo, { wish: [`install:${entry.name}@${version}`] }),
    }
  })
}
