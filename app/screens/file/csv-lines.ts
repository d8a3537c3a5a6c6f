/** Lines of a table file, written so that no spreadsheet stumbles over them or calculates what somebody typed. */
import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '~/domain/formula'

type Cell = string | number | null | undefined

/** The headings and a byte order mark stand before the first lines. Numbers stay numbers; one that is not known is empty. */
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
