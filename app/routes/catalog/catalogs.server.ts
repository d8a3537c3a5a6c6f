/** The objects of a controller, from all its catalogues, as a list; filtered here, since no call does. */
import { site } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { ParamsFor } from '~/paths'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Source } from '~/screens/list/source.server'
import { catalogFields, isAsked } from '~/things/catalog/filter'
import { type CatalogRow, catalogRow } from '~/things/catalog/row'

type At = ParamsFor<'device'>

export const catalogs: Source<typeof catalogFields, CatalogRow, At> = {
  fields: catalogFields,
  isPart: true,
  async find(reader, { at, filter, after, pageSize }) {
    const found = (await rowsOf(reader, at)).filter((row) => isAsked(row, filter))
    const from = startAfter(found, after, ({ id }) => id)
    const rows = found.slice(from, from + pageSize)
    return { rows, total: found.length, next: from + pageSize < found.length ? rows.at(-1)?.id : null }
  },
  async options(reader, at) {
    const read = await asPanel(rowsOf(reader, at))
    const sources = new Set((read.ok ? read.value : []).map(({ source }) => source))
    return { source: [...sources].sort().map((value) => ({ value, label: value })) }
  },
  standing: { unmapped: { mapped: 'false' }, guessed: { mapped: 'false', guess: 'true' } },
  async count(reader, { at, filter }) {
    const rows = await rowsOf(reader, at)
    return { count: rows.filter((row) => isAsked(row, filter)).length, isCapped: false }
  },
}

/** Returns every object. Throws `ServiceError` without them; without type names it falls back to the type ids. */
async function rowsOf({ ask }: Reader, at: At): Promise<CatalogRow[]> {
  const [found, types] = await Promise.all([
    ask(site.listCatalogs, { path: { id: at.deviceId } }),
    asPanel(ask(site.listPointTypes)),
  ])
  const names = new Map(types.ok ? types.value.map(({ id, name }) => [id, name]) : [])
  const typeName = (id: string) => names.get(id) ?? id.replaceAll('_', ' ')
  return found.flatMap((catalog) => catalog.entries.map((entry) => catalogRow(at, catalog, entry, typeName)))
}
