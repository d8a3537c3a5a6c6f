/** A list as a CSV file, streamed page by page (design §12). */
import { stringify } from 'csv-stringify/sync'
import { pagesOf } from '~/backend/pages'
import type { Translate } from '~/i18n/instance'
import { loadForFile } from '../list/refused-filter.server'
import { csvLines } from './csv-lines'
import { fileResponse } from './file.server'
import { datedFileName, type FileReader } from './file-name.server'

type Line<Column extends string> = Record<Column, string | number | null | undefined>

interface Sheet<Column extends string> {
  /** What is in the file, for its name. */
  name: string
  reader: FileReader
  request: Request
  /** The parameters the list supports, with their parsed values. */
  parsed: Readonly<Record<string, unknown>>
  /** The cursor to start from; the beginning by default. */
  from?: string | undefined
  t: Translate
  /** The heading of each column, in their order. */
  columns: Record<Column, string>
  /** Returns the lines of the page after a cursor, and the cursor of the next page. */
  linesAfter(after: string | undefined): Promise<{
    lines: Line<Column>[]
    next: string | null | undefined
    /** More rows match than could be searched: the file ends with an error. */
    tooManyToExport?: boolean
    /** Some rows may be missing although the search is complete: the last line says so. */
    incomplete?: boolean
  }>
}

/**
 * Returns the response that downloads a sheet. Throws a 422 for parameters the list does not support. Errors of the
 * first page are thrown; a later one ends the file with an error, so that it never looks complete.
 */
export async function csvResponse<Column extends string>(sheet: Sheet<Column>) {
  const { name: content, reader, request, parsed, from, t, columns, linesAfter } = sheet
  const first = await loadForFile(request, parsed, () => linesAfter(from))
  const name = await datedFileName(reader, request, content)
  return fileResponse(pages(), { name: `${name}.csv`, type: 'text/csv' })

  async function* pages(): AsyncGenerator<string> {
    const read = async (after: string | undefined) => (after === from ? first : linesAfter(after))
    let isFirst = true
    for await (const { page, isCut } of pagesOf(read, {
      from,
      next: ({ next }) => next,
      rows: ({ lines }) => lines.length,
    })) {
      yield csvLines(page.lines, { headings: columns, isFirst })
      if (page.tooManyToExport) throw new Error('There are more rows than one file can hold')
      isFirst = false
      if (isCut) yield truncationLine(t)
      else if (page.incomplete && !page.next) yield truncationLine(t, 'isPartial')
    }
  }
}

/** Returns the heading of each column, in their order. */
export function headingsOf<Column extends string>(
  columns: readonly Column[],
  textOf: (column: Column) => string,
): Record<Column, string> {
  return Object.fromEntries(columns.map((column) => [column, textOf(column)])) as Record<Column, string>
}

/** Returns the last line of a file that is cut off or incomplete. */
export function truncationLine(t: Translate, why: 'isCut' | 'isPartial' = 'isCut'): string {
  return stringify([[t(`list.${why}`)]], { record_delimiter: 'windows' })
}
