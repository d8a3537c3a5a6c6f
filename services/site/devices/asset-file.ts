/** The file of the asset builder: controllers as rows of a .csv or .json file (domain §15). */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { fail } from '../../kit/api-error'
import type { UploadedFile } from '../../kit/upload'

export const maxRows = 1000

/** One controller in the file. */
export interface AssetRow {
  /** Spreadsheet row, where the column names are row 1; from 1 in a JSON list. */
  number: number
  name: unknown
  /** Id or type code of a controller model. */
  product: unknown
  /** `Building / Space / Space`, as places are displayed; the site may precede them. */
  space: unknown
  hostId: unknown
  description: unknown
  spaceServed: unknown
  /** Columns that begin with `$`. */
  properties: Record<string, unknown>
}

/** Column names people use. */
const columns: Record<string, keyof AssetRow> = {
  name: 'name',
  product: 'product',
  productid: 'product',
  model: 'product',
  modelcode: 'product',
  space: 'space',
  spacepath: 'space',
  path: 'space',
  location: 'space',
  hostid: 'hostId',
  description: 'description',
  spaceserved: 'spaceServed',
}

/** A row longer than this, in characters, is not a controller. */
const maxRowLength = 100_000
/** Maximum bytes of a .json file: it is read as a whole. */
const maxJsonBytes = 5_000_000

/**
 * Reads the rows. Throws 4000 for a file without rows, with too many, or whose content differs from its extension. A
 * .csv file is read only as far as it is usable, so that its size costs no memory.
 */
export async function readAssets(file: UploadedFile): Promise<AssetRow[]> {
  const extension = /\.(csv|json)$/i.exec(file.name)?.[1]?.toLowerCase()
  if (!extension) return wrong('errors.assets.extension')
  const rows = extension === 'csv' ? await fromCsv(file.path) : await fromJsonFile(file)
  if (!rows) return wrong('errors.assets.format')
  if (rows.length === 0) return wrong('errors.assets.empty')
  if (rows.length > maxRows) return wrong('errors.assets.tooManyRows')
  return rows
}

const wrong = (key: string): never => fail(4000, { errors: { file: key } })

async function fromCsv(path: string): Promise<AssetRow[] | undefined> {
  const rows: AssetRow[] = []
  let header: string[] | undefined
  try {
    for await (const { cells, number } of recordsOf(path)) {
      if (!header) {
        header = cells
        if (!header.some((title) => columns[plain(title)] === 'name')) return undefined
      } else if (cells.some((cell) => cell !== '')) {
        const entries = header.map((title, at): [string, unknown] => [title, cells[at] || undefined])
        rows.push(toRow(number, entries))
        if (rows.length > maxRows) break
      }
    }
  } catch (error) {
    return wrong(problemOf(error))
  }
  return header && rows
}

/**
 * Yields the records of a file, numbered as in a spreadsheet: an empty line counts, a cell of two lines counts once.
 */
async function* recordsOf(path: string): AsyncGenerator<{ cells: string[]; number: number }> {
  const parser = parse({
    bom: true,
    delimiter: await separatorOf(path),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
    max_record_size: maxRowLength,
  })
  pipeline(textOf(path), parser, () => {})
  for await (const { record, info } of parser) yield { cells: record, number: info.records + info.empty_lines }
}

/** Throws at the first bytes that are not UTF-8. */
async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const piece of createReadStream(path)) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** Returns the separator: spreadsheets of countries that write 1,5 use semicolons. */
async function separatorOf(path: string): Promise<',' | ';'> {
  for await (const start of createReadStream(path, { end: maxRowLength, highWaterMark: maxRowLength })) {
    const [header = ''] = String(start).split(/[\r\n]/, 1)
    return header.split(';').length > header.split(',').length ? ';' : ','
  }
  return ','
}

function problemOf(error: unknown): string {
  if (error instanceof CsvError)
    return error.code === 'CSV_MAX_RECORD_SIZE' ? 'errors.assets.longRow' : 'errors.assets.format'
  if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'errors.assets.encoding'
  throw error
}

async function fromJsonFile({ path, size }: UploadedFile): Promise<AssetRow[] | undefined> {
  if (size > maxJsonBytes) return wrong('errors.assets.jsonSize')
  try {
    return fromJson(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)))
  } catch {
    return wrong('errors.assets.encoding')
  }
}

function fromJson(text: string): AssetRow[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const list: unknown = Array.isArray(parsed) ? parsed : (parsed as { devices?: unknown } | null)?.devices
  if (!Array.isArray(list)) return undefined
  return list.map((entry: unknown, at) =>
    toRow(at + 1, typeof entry === 'object' && entry !== null ? Object.entries(entry).flatMap(flattened) : []),
  )
}

/** Returns `additionalProperties` of a JSON entry beside its other fields. */
function flattened([name, value]: [string, unknown]): [string, unknown][] {
  const isProperties = name === 'additionalProperties' && typeof value === 'object' && value !== null
  return isProperties ? Object.entries(value) : [[name, value]]
}

function toRow(number: number, entries: readonly [string, unknown][]): AssetRow {
  const fields = Object.fromEntries(
    entries.flatMap(([title, value]) => {
      const column = columns[plain(title)]
      return column ? [[column, value]] : []
    }),
  ) as Partial<AssetRow>
  const properties = entries.filter(([title, value]) => title.startsWith('$') && value !== undefined)
  return {
    number,
    name: fields.name,
    product: fields.product,
    space: fields.space,
    hostId: fields.hostId,
    description: fields.description,
    spaceServed: fields.spaceServed,
    properties: Object.fromEntries(properties),
  }
}

const plain = (title: string) => title.toLowerCase().replace(/[\s_-]/g, '')
