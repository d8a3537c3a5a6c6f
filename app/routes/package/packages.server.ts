/** The catalogue of packages as a list by name (spec §7). */
import { type CataloguePackage, packagesByName } from '~/domain/package-catalogue'
import type { Place } from '~/hrefs'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Source } from '~/screens/list/source.server'
import { packageFields } from './columns'
import { type PackageRow, packageRow } from './row'

/** A page begins after the name of a package. */
export const packages: Source<typeof packageFields, PackageRow, Place> = {
  fields: packageFields,
  order: 'name',
  async find(reader, { at, filter: { q = '' }, after, pageSize }) {
    const found = packagesByName((await reader.catalogues()).packages).filter((entry) => holds(entry, q))
    const start = startAfter(found, after, ({ name }) => name)
    const shown = found.slice(start, start + pageSize)
    return {
      rows: shown.map((entry) => packageRow(at, entry)),
      total: found.length,
      next: start + pageSize < found.length ? shown.at(-1)?.name : null,
    }
  },
}

/** Every word of the search stands somewhere in what a package is called. */
function holds({ name, displayName, description }: CataloguePackage, search: string): boolean {
  const text = `${name} ${displayName} ${description}`.toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
