/** The configuration templates of a site, filtered by words (domain §8.2). */
import { fold } from '#contracts/fold'
import { site } from '#contracts/site'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListSource } from '~/kit/list/source.server'
import type { ParamsFor } from '~/paths'
import { templateListFields } from './columns'
import { type TemplateRow, templateRow } from './shared/row'

/** A site has few templates; one call returns all of them. */
export const templates: ListSource<typeof templateListFields, TemplateRow, ParamsFor<'siteTemplates'>> = {
  fields: templateListFields,
  others: ['changed'],
  sorts: ['name', '-updated'],
  async find(reader, { at, filter, sort = 'name', after, pageSize }) {
    const [all, { controllers }] = await Promise.all([
      reader.call(site.listTemplates, { path: { id: at.siteId } }),
      reader.catalogues(),
    ])
    const order = new Intl.Collator(reader.language, { numeric: true })
    const value = (row: TemplateRow) => (sort.endsWith('updated') ? (row.updatedAt ?? '') : row.name)
    const rows = all
      .map((template) => templateRow(at, template, controllers))
      .filter((row) => !filter.q || isNamed(row, filter.q))
      .sort((one, other) => order.compare(value(one), value(other)) * (sort.startsWith('-') ? -1 : 1))
    const from = startIndexAfter(rows, after, ({ id }) => id)
    const pageRows = rows.slice(from, from + pageSize)
    return {
      rows: pageRows,
      total: { count: rows.length, isCapped: false },
      next: from + pageSize < rows.length ? (pageRows.at(-1)?.id ?? null) : null,
    }
  },
}

function isNamed({ name, description, model }: TemplateRow, words: string): boolean {
  const folded = fold(words)
  return [name, description, model].some((text) => fold(text).includes(folded))
}
