/** A list as a table file, written as its pages arrive (design §12). */
import { stringify } from 'csv-stringify/sync'
import { pagesOf } from '~/backend/pages'
import type { Translate } from '~/i18n/instance'
import { csvLines } from './csv-lines'
import { fileOf } from './file.server'

type Line<Column extends string> = Record<Column, string | number>

interface Sheet<Column extends string> {
  /** Without its ending. */
  name: string
  t: Translate
  /** The heading of each column, in their order. */
  columns: Record<Column, string>
  /** The lines of the page that begins after a token, and where the next one begins. */
  linesAfter(after: string | undefined): Promise<{ lines: Line<Column>[]; next: string | null | undefined }>
}

/**
 * The answer that downloads a sheet. Trouble with the first page is thrown; one that fails later ends the file with
 * an error, never with a file that looks whole.
 */
export async function csvAnswer<Column extends string>({ name, t, columns, linesAfter }: Sheet<Column>) {
  const first = await linesAfter(undefined)
  return fileOf(pages(), { name: `${name}.csv`, type: 'text/csv' })

  async function* pages(): AsyncGenerator<string> {
    const read = async (after: string | undefined) => (after === undefined ? first : linesAfter(after))
    let isFirst = true
    for await (const { page, isCut } of pagesOf(read, {
      next: ({ next }) => next,
      rows: ({ lines }) => lines.length,
    })) {
      yield csvLines(page.lines, { headings: columns, isFirst })
      isFirst = false
      if (isCut) yield cutLine(t)
    }
  }
}

/** The last line of a file whose list does not come to an end. */
export function cutLine(t: Translate): string {
  return stringify([[t('list.isCut')]], { record_delimiter: 'windows' })
}
