/** A list as a table file, written as its pages arrive (design §12). */
import { stringify } from 'csv-stringify/sync'
import { pagesOf } from '~/backend/pages'
import type { Translate } from '~/i18n/instance'
import { understood } from '~/screens/list/refused-filter.server'
import { csvLines } from './csv-lines'
import { fileOf } from './file.server'

type Line<Column extends string> = Record<Column, string | number | null | undefined>

interface Sheet<Column extends string> {
  /** Without its ending. */
  name: string
  request: Request
  /** The words its list understands, each with what was read of it. */
  known: Readonly<Record<string, unknown>>
  /** Where it begins; at the beginning unless said. */
  from?: string | undefined
  t: Translate
  /** The heading of each column, in their order. */
  columns: Record<Column, string>
  /** The lines of the page that begins after a token, and where the next one begins. */
  linesAfter(after: string | undefined): Promise<{
    lines: Line<Column>[]
    next: string | null | undefined
    /** More are there than were looked through for these: the file ends with an error. */
    isShort?: boolean
    /** Some may be missing though all that was looked through is here: the last line says so. */
    isPartial?: boolean
  }>
}

/**
 * The answer that downloads a sheet, refused where its list would not understand the address. Trouble with the first page is thrown; one that fails later ends the file with
 * an error, never with a file that looks whole.
 */
export async function csvAnswer<Column extends string>(sheet: Sheet<Column>) {
  const { name, request, known, from, t, columns, linesAfter } = sheet
  const first = await understood(request, known, () => linesAfter(from))
  return fileOf(pages(), { name: `${name}.csv`, type: 'text/csv' })

  async function* pages(): AsyncGenerator<string> {
    const read = async (after: string | undefined) => (after === from ? first : linesAfter(after))
    let isFirst = true
    for await (const { page, isCut } of pagesOf(read, {
      from,
      next: ({ next }) => next,
      rows: ({ lines }) => lines.length,
    })) {
      yield csvLines(page.lines, { headings: columns, isFirst })
      if (page.isShort) throw new Error('There are more rows than one file can be made of')
      isFirst = false
      if (isCut) yield cutLine(t)
      else if (page.isPartial && !page.next) yield cutLine(t, 'isPartial')
    }
  }
}

/** The heading of each column, in their order. */
export function headingsOf<Column extends string>(
  columns: readonly Column[],
  textOf: (column: Column) => string,
): Record<Column, string> {
  return Object.fromEntries(columns.map((column) => [column, textOf(column)])) as Record<Column, string>
}

/** The last line of a file whose list does not come to an end, or was not looked through to its end. */
export function cutLine(t: Translate, why: 'isCut' | 'isPartial' = 'isCut'): string {
  return stringify([[t(`list.${why}`)]], { record_delimiter: 'windows' })
}
