/** A package in a list. */
import type { CataloguePackage } from '~/domain/package-catalogue'
import { href, isId, type Place } from '~/hrefs'

export type PackageRow = ReturnType<typeof packageRow>

export function packageRow(at: Place, { versions, ...entry }: CataloguePackage) {
  return {
    ...entry,
    newest: versions[0]?.version ?? '',
    versionCount: versions.length,
    href: isId(entry.name) ? href('package', { ...at, packageName: entry.name }) : null,
  }
}
