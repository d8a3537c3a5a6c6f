/** The catalogue of packages as a list by name (spec §7). */
import { containsWords } from '#contracts/fold'
import { packagesByName } from '~/domain/package-catalogue'
import type { Place } from '~/hrefs'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListSource } from '~/kit/list/source.server'
import { packageFields } from './columns'
import { type PackageRow, packageRow } from './row'

/** Pages continue after the name of a package. */
export const packages: ListSource<typeof packageFields, PackageRow, Place> = {
  fields: packageFields,
  order: 'name',
  async find(reader, { at, filter: { q = '' }, after, pageSize }) {
    const matches = packagesByName((await reader.catalogues()).packages).filter(({ name, displayName, description }) =>
      containsWords(`${name} ${displayName} ${description}`, q),
    )
    const start = startIndexAfter(matches, after, ({ name }) => name)
    const entries = matches.slice(start, start + pageSize)
    return {
      rows: entries.map((entry) => packageRow(at, entry)),
      total: matches.length,
      next: start + pageSize < matches.length ? entries.at(-1)?.name : null,
    }
  },
}
