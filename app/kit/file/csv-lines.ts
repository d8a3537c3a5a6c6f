/** CSV lines that open correctly in spreadsheets and never execute typed text as a formula. */
import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '~/domain/formula'

type Cell = string | number | null | undefined

/**
 * Returns the lines as CSV. The first lines have the headings and a byte order mark before them. Unknown numbers are
 * empty.
 */
export function csvLines<Column extends string>(
  lines: readonly Readonly<Record<Column, Cell>>[],
  { headings, isFirst }: { headings: Readonly<Record<Column, string>>; isFirst: boolean },
): string {
  return stringify([...lines], {
    columns: headings,
    header: isFirst,
    bom: isFirst,
    cast: {
      string: (text) => escapeFormula(text.replaceAll('\u0000', '')),
      number: (value) => (Number.isFinite(value) ? String(value) : ''),
    },
    record_delimiter: 'windows',
  })
}
