/** The objects of a controller, from all its catalogues, as a list; filtered here, since no call does. */
import { site } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'
import { pointTypeNames } from '~/features/point/shared/type-names'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListSource } from '~/kit/list/source.server'
import type { ParamsFor } from '~/paths'
import { catalogFields, matchesCatalogFilter } from './filter'
import { type CatalogRow, catalogRow } from './row'

type At = ParamsFor<'device'>

export const catalogs: ListSource<typeof catalogFields, CatalogRow, At> = {
  fields: catalogFields,
  optional: true,
  async find(reader, { at, filter, after, pageSize }) {
    const matches = (await rowsOf(reader, at)).filter((row) => matchesCatalogFilter(row, filter))
    const from = startIndexAfter(matches, after, ({ id }) => id)
    const rows = matches.slice(from, from + pageSize)
    return { rows, total: matches.length, next: from + pageSize < matches.length ? rows.at(-1)?.id : null }
  },
  async options(reader, at) {
    const read = await asPanel(rowsOf(reader, at))
    const sources = new Set((read.ok ? read.value : []).map(({ source }) => source))
    return { source: [...sources].sort().map((value) => ({ value, label: value })) }
  },
  presetViews: { unmapped: { mapped: 'false' }, guessed: { mapped: 'false', guess: 'true' } },
  async count(reader, { at, filter }) {
    const rows = await rowsOf(reader, at)
    return { count: rows.filter((row) => matchesCatalogFilter(row, filter)).length, isCapped: false }
  },
}

/** Returns every object. Throws `ServiceError` without them; without type names it falls back to the type ids. */
async function rowsOf({ call, language }: Reader, at: At): Promise<CatalogRow[]> {
  const [deviceCatalogs, types] = await Promise.all([
    call(site.listCatalogs, { path: { id: at.deviceId } }),
    asPanel(call(site.listPointTypes)),
  ])
  const typeName = pointTypeNames(language, types)
  return deviceCatalogs.flatMap((catalog) =>
    catalog.entries.map((entry) => catalogRow(at, catalog, entry, { language, typeName })),
  )
}
