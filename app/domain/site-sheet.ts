/**
 * Spreadsheet files with one row per thing: detects the format, parses it, and writes it back with the result of each
 * row.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { escapeFormula, unescapeFormula } from './formula'
import { type ResultColumn, resultColumns, type SiteColumn } from './site-columns'

/** Maximum number of non-empty rows below the headings, of lines including headings and blank ones, and of columns. */
export const maxSheetRows = 1_000
const maxLines = 5_000
const maxColumns = 100
/**
 * Maximum number of cells, including blank ones, and of characters in the cells of a line; checked before parsing,
 * which is expensive.
 */
const maxCells = 50_000
const maxLineLength = 20_000
/** The same with separators and quotation marks. */
const maxRawLineLength = 2 * maxLineLength
/** Number of characters used to detect the separator. */
const delimiterSampleLength = 20_000
const maxCellLength = 5_000

export interface SheetRow {
  /** The row number of the spreadsheet: the headings are row 1. */
  number: number
  /** The non-empty cells, by column. */
  cells: Partial<Record<SiteColumn, string>>
  /** It has more cells than there are headings: the cells may be under the wrong ones. */
  isTooLong: boolean
}

export interface Sheet {
  delimiter: string
  /** Every row of the file unchanged, the headings first. */
  lines: string[][]
  /** The column of each heading; null for an unknown one. */
  columns: (SiteColumn | ResultColumn | null)[]
  /** The unknown headings. */
  unknown: string[]
  /** Rows with at least one cell. */
  rows: SheetRow[]
}

/** Why a file cannot be read: `main:import.file.<because>`. */
export interface FileProblem {
  because:
    | 'encoding'
    | 'control'
    | 'quotes'
    | 'empty'
    | 'headings'
    | 'twice'
    | 'columns'
    | 'rows'
    | 'lines'
    | 'line'
    | 'cells'
    | 'cell'
  values: Record<string, string | number>
}

type HeadingMeaning = (heading: string) => SiteColumn | ResultColumn | null

/** Parses the text of a file; `meaning` returns the column of a heading. */
export function readSheet(text: string, meaning: HeadingMeaning): Sheet | FileProblem {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (source.includes('\uFFFD')) return problem('encoding')
  if (source.includes('\u0000')) return problem('control')
  const delimiter = delimiterOf(source, meaning)
  if (isMoreThan(maxCells, delimiter, source)) return problem('cells', { most: maxCells, rows: maxSheetRows })
  const excess = excessIn(source)
  if (excess === 'lines') return problem('lines', { most: maxLines, rows: maxSheetRows })
  if (excess) return problem('line', { row: excess.row, most: maxLineLength })
  const first = linesIn(source, delimiter, 1)
  if (!Array.isArray(first)) return first
  const [headings = []] = first
  if (!headings.some((heading) => heading.trim())) return problem('empty')
  if (headings.length > maxColumns) return problem('columns', { count: headings.length, most: maxColumns })
  const columns = headings.map((heading) => meaning(unescapeFormula(heading)))
  if (!columns.includes('site')) return problem('headings')
  const duplicate = columns.findIndex((column, at) => isOwn(column) && columns.indexOf(column) < at)
  if (duplicate >= 0) return problem('twice', { heading: headings[duplicate] ?? '' })
  const lines = linesIn(source, delimiter)
  if (!Array.isArray(lines)) return lines
  const rows = lines.flatMap((cells, at): SheetRow[] => {
    const row = at === 0 ? {} : cellsOf(cells, columns)
    const isTooLong = cells.slice(columns.length).some((cell) => cell.trim())
    return Object.keys(row).length === 0 ? [] : [{ number: at + 1, cells: row, isTooLong }]
  })
  if (rows.length === 0) return problem('empty')
  if (rows.length > maxSheetRows) return problem('rows', { count: rows.length, most: maxSheetRows })
  const long = lines.findIndex((cells) => cells.some((cell) => cell.length > maxCellLength))
  if (long >= 0) return problem('cell', { row: long + 1, most: maxCellLength })
  const unknown = headings.filter((heading, at) => columns[at] === null && heading.trim())
  return { delimiter, lines, columns, unknown, rows }
}

/** Returns whether parsing failed. */
export function isFileProblem(read: Sheet | FileProblem): read is FileProblem {
  return 'because' in read
}

/** Returns the separator with which the first row has the most known headings. */
function delimiterOf(source: string, meaning: HeadingMeaning): string {
  const start = source.slice(0, delimiterSampleLength)
  const countKnown = (delimiter: string) => {
    const lines = linesIn(start, delimiter, 1)
    return Array.isArray(lines)
      ? (lines[0] ?? []).slice(0, maxColumns).filter((heading) => meaning(heading) !== null).length
      : 0
  }
  const [best] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, known: countKnown(delimiter) }))
    .sort((a, b) => b.known - a.known)
  return best?.delimiter ?? ','
}

/** Returns whether a separator occurs in a text more than `max` times. */
function isMoreThan(max: number, separator: string, text: string): boolean {
  let at = -1
  for (let count = 0; count <= max; count += 1) {
    at = text.indexOf(separator, at + 1)
    if (at < 0) return false
  }
  return true
}

/**
 * Returns the limit a text exceeds before it is parsed: lines, or characters of a line; line ends between quotes are
 * part of a cell. A blank line costs as much time and memory as the headings, and many empty cells in one line cost
 * more than their number suggests.
 */
function excessIn(text: string): 'lines' | { row: number } | null {
  let isQuoted = false
  let [row, start] = [1, 0]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\n' && !isQuoted) {
      if (at < text.length - 1) row += 1
      start = at + 1
    }
    if (row > maxLines) return 'lines'
    if (at - start >= maxRawLineLength) return { row }
  }
  return null
}

/** Parses the lines of a file, at most `to` of them. */
function linesIn(source: string, delimiter: string, to?: number): string[][] | FileProblem {
  try {
    return parse(source, {
      delimiter,
      ...(to === undefined ? {} : { to }),
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: maxLineLength,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = Number(error.lines ?? 0)
    return error.code === 'CSV_MAX_RECORD_SIZE'
      ? problem('line', { row, most: maxLineLength })
      : problem('quotes', { row })
  }
}

function problem(because: FileProblem['because'], values: FileProblem['values'] = {}): FileProblem {
  return { because, values }
}

function isOwn(column: SiteColumn | ResultColumn | null): column is SiteColumn {
  return column !== null && !(resultColumns as readonly string[]).includes(column)
}

function cellsOf(line: readonly string[], columns: Sheet['columns']): SheetRow['cells'] {
  return Object.fromEntries(
    columns.flatMap((column, at) => {
      const cell = unescapeFormula((line[at] ?? '').trim())
      return isOwn(column) && cell ? [[column, cell]] : []
    }),
  )
}

/** The result of a row, as text. */
export type RowResult = Record<ResultColumn, string>

/** Returns the original file with the result of each row in two columns at its end; safe to open in a spreadsheet. */
export function sheetWithResults(
  { lines, columns, delimiter }: Sheet,
  results: ReadonlyMap<number, RowResult>,
  headings: RowResult,
): string {
  const inputColumns = columns.flatMap((column, at) => (column === 'result' || column === 'problem' ? [] : [at]))
  const written = lines.map((line, at) => {
    const rowResult = at === 0 ? headings : results.get(at + 1)
    const cells = [
      ...inputColumns.map((column) => line[column] ?? ''),
      rowResult?.result ?? '',
      rowResult?.problem ?? '',
    ]
    return cells.map((cell) => quoted(escapeFormula(unescapeFormula(cell)), delimiter)).join(delimiter)
  })
  return `\uFEFF${written.join('\r\n')}\r\n`
}

function quoted(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) || cell !== cell.trim()
    ? `"${cell.replaceAll('"', '""')}"`
    : cell
}
