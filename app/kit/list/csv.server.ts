/** A list as a CSV file, with the filters and the sort of its page (design §12). */
import { redirect } from '@remix-run/node'
import type { Reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import { csvResponse } from '../file/csv.server'
import type { FilterFields } from './filter'
import { parseLook } from './look'
import { type ListSource, parseSourceSearch } from './source.server'
import type { ListView } from './view'

/** The time budget of a whole list in ms; the file is streamed as its pages arrive. */
export const fileBudgetMs = 120_000
const pageSize = 200

interface File<F extends FilterFields, Row, At> {
  source: ListSource<F, Row, At>
  view: ListView<F, Row>
  at: At
  request: Request
  /** What is in the file, for its name. */
  name: string
}

/** Returns the file of a list. Throws a 422 for parameters the list does not support. */
export function listCsv<F extends FilterFields, Row, At>(
  reader: Reader,
  { source, view, at, request, name }: File<F, Row, At>,
): Promise<Response> {
  const { filter, sort, after: from, parsed } = parseSourceSearch(reader, { request, source })
  const t = translator(reader.language)
  const { shown = [] } = parseLook(new URL(request.url).searchParams)
  const columns = view.columns.filter(
    ({ only, isOnDemand, key }) => only !== 'page' && (!isOnDemand || shown.includes(key)),
  )
  return csvResponse({
    name,
    reader,
    t,
    request,
    parsed,
    from,
    columns: Object.fromEntries(columns.map(({ key, title }) => [key, title(t)])),
    async linesAfter(after) {
      const listPage = await source.find(reader, { at, filter, sort, after, pageSize, columns: shown })
      // Only a backend without the list returns null: its page says so. Anything else that is missing throws a 404.
      if (!listPage) throw redirect(pageOf(request))
      const { rows, next, tooManyToExport, incomplete } = listPage
      const lines = rows.map((row) => Object.fromEntries(columns.map(({ key, text }) => [key, text(row, t)])))
      return { lines, next, ...(tooManyToExport && { tooManyToExport }), ...(incomplete && { incomplete }) }
    },
  })
}

/** Returns the address of the page beside a file, with the same query. */
function pageOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname.replace(/\/csv$/, '') + search
}
