/** The catalogue of packages as a list by name (spec §7). */
import { holdsWords } from '#contracts/fold'
import { packagesByName } from '~/domain/package-catalogue'
import type { Place } from '~/hrefs'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Source } from '~/screens/list/source.server'
import { packageFields } from './columns'
import { type PackageRow, packageRow } from './row'

/** Pages continue after the name of a package. */
export const packages: Source<typeof packageFields, PackageRow, Place> = {
  fields: packageFields,
  order: 'name',
  async find(reader, { at, filter: { q = '' }, after, pageSize }) {
    const found = packagesByName((await reader.catalogues()).packages).filter(({ name, displayName, description }) =>
      holdsWords(`${name} ${displayName} ${description}`, q),
    )
    const start = startAfter(found, after, ({ name }) => name)
    const shown = found.slice(start, start + pageSize)
    return {
      rows: shown.map((entry) => packageRow(at, entry)),
      total: found.length,
      next: start + pageSize < found.length ? shown.at(-1)?.name : null,
    }
  },
}
