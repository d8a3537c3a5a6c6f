/**
 * Spreadsheet files with one row per thing: detects the format, parses it, and writes it back with the result of each
 * row.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { escapeFormula, unescapeFormula } from './formula'
import { type AnswerColumn, answerColumns, type Column } from './site-columns'

/** Maximum number of non-empty rows below the headings, of lines including headings and blank ones, and of columns. */
export const mostRows = 1_000
const mostLines = 5_000
const mostColumns = 100
/**
 * Maximum number of cells, including blank ones, and of characters in the cells of a line; checked before parsing,
 * which is expensive.
 */
const mostCells = 50_000
const longestLine = 20_000
/** The same with separators and quotation marks. */
const longestRaw = 2 * longestLine
/** Number of characters used to detect the separator. */
const enoughHeadings = 20_000
const longestCell = 5_000

export interface SheetRow {
  /** The row number of the spreadsheet: the headings are row 1. */
  number: number
  /** The non-empty cells, by column. */
  cells: Partial<Record<Column, string>>
  /** It has more cells than there are headings: the cells may be under the wrong ones. */
  isTooLong: boolean
}

export interface Sheet {
  delimiter: string
  /** Every row of the file unchanged, the headings first. */
  lines: string[][]
  /** The column of each heading; null for an unknown one. */
  columns: (Column | AnswerColumn | null)[]
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

type Meaning = (heading: string) => Column | AnswerColumn | null

/** Parses the text of a file; `meaning` returns the column of a heading. */
export function readSheet(text: string, meaning: Meaning): Sheet | FileProblem {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (source.includes('\uFFFD')) return problem('encoding')
  if (source.includes('\u0000')) return problem('control')
  const delimiter = delimiterOf(source, meaning)
  if (isMoreThan(mostCells, delimiter, source)) return problem('cells', { most: mostCells, rows: mostRows })
  const excess = excessIn(source)
  if (excess === 'lines') return problem('lines', { most: mostLines, rows: mostRows })
  if (excess) return problem('line', { row: excess.row, most: longestLine })
  const first = linesIn(source, delimiter, 1)
  if (!Array.isArray(first)) return first
  const [headings = []] = first
  if (!headings.some((heading) => heading.trim())) return problem('empty')
  if (headings.length > mostColumns) return problem('columns', { count: headings.length, most: mostColumns })
  const columns = headings.map((heading) => meaning(unescapeFormula(heading)))
  if (!columns.includes('site')) return problem('headings')
  const twice = columns.findIndex((column, at) => isOwn(column) && columns.indexOf(column) < at)
  if (twice >= 0) return problem('twice', { heading: headings[twice] ?? '' })
  const lines = linesIn(source, delimiter)
  if (!Array.isArray(lines)) return lines
  const rows = lines.flatMap((cells, at): SheetRow[] => {
    const row = at === 0 ? {} : cellsOf(cells, columns)
    const isTooLong = cells.slice(columns.length).some((cell) => cell.trim())
    return Object.keys(row).length === 0 ? [] : [{ number: at + 1, cells: row, isTooLong }]
  })
  if (rows.length === 0) return problem('empty')
  if (rows.length > mostRows) return problem('rows', { count: rows.length, most: mostRows })
  const long = lines.findIndex((cells) => cells.some((cell) => cell.length > longestCell))
  if (long >= 0) return problem('cell', { row: long + 1, most: longestCell })
  const unknown = headings.filter((heading, at) => columns[at] === null && heading.trim())
  return { delimiter, lines, columns, unknown, rows }
}

/** Returns whether parsing failed. */
export function isFileProblem(read: Sheet | FileProblem): read is FileProblem {
  return 'because' in read
}

/** Returns the separator with which the first row has the most known headings. */
function delimiterOf(source: string, meaning: Meaning): string {
  const start = source.slice(0, enoughHeadings)
  const known = (delimiter: string) => {
    const lines = linesIn(start, delimiter, 1)
    return Array.isArray(lines)
      ? (lines[0] ?? []).slice(0, mostColumns).filter((heading) => meaning(heading) !== null).length
      : 0
  }
  const [best] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, known: known(delimiter) }))
    .sort((a, b) => b.known - a.known)
  return best?.delimiter ?? ','
}

/** Returns whether a separator occurs in a text more than `max` times. */
function isMoreThan(most: number, separator: string, text: string): boolean {
  let at = -1
  for (let count = 0; count <= most; count += 1) {
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
    if (row > mostLines) return 'lines'
    if (at - start >= longestRaw) return { row }
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
      max_record_size: longestLine,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = Number(error.lines ?? 0)
    return error.code === 'CSV_MAX_RECORD_SIZE'
      ? problem('line', { row, most: longestLine })
      : problem('quotes', { row })
  }
}

function problem(because: FileProblem['because'], values: FileProblem['values'] = {}): FileProblem {
  return { because, values }
}

function isOwn(column: Column | AnswerColumn | null): column is Column {
  return column !== null && !(answerColumns as readonly string[]).includes(column)
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
export type RowAnswer = Record<AnswerColumn, string>

/** Returns the original file with the result of each row in two columns at its end; safe to open in a spreadsheet. */
export function answeredSheet(
  { lines, columns, delimiter }: Sheet,
  answers: ReadonlyMap<number, RowAnswer>,
  headings: RowAnswer,
): string {
  const kept = columns.flatMap((column, at) => (column === 'result' || column === 'problem' ? [] : [at]))
  const written = lines.map((line, at) => {
    const answer = at === 0 ? headings : answers.get(at + 1)
    const cells = [...kept.map((column) => line[column] ?? ''), answer?.result ?? '', answer?.problem ?? '']
    return cells.map((cell) => quoted(escapeFormula(unescapeFormula(cell)), delimiter)).join(delimiter)
  })
  return `\uFEFF${written.join('\r\n')}\r\n`
}

function quoted(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) || cell !== cell.trim()
    ? `"${cell.replaceAll('"', '""')}"`
    : cell
}
