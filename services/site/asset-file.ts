/** The file of the asset builder: controllers as rows of a .csv or .json file (domain §15). */
import { readFile } from 'node:fs/promises'
import { refuse } from '../kit/refusal'
import type { UploadedFile } from '../kit/upload'
import { parseCsv } from './csv'

export const maxRows = 1000

/** One controller as the file describes it. */
export interface AssetRow {
  /** As a spreadsheet counts, the row of column names being 1; from 1 in a JSON list. */
  number: number
  name: unknown
  /** Id or type code of a controller model. */
  product: unknown
  /** `Building / Space / Space`, as places are shown; the site may stand before. */
  space: unknown
  hostId: unknown
  description: unknown
  spaceServed: unknown
  /** Those that begin with `$`. */
  properties: Record<string, unknown>
}

/** What people call the columns. */
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

/** Reads the rows; refuses a file that has none, has too many or is not what its ending says (4000). */
export async function readAssets(file: UploadedFile): Promise<AssetRow[]> {
  const ending = /\.(csv|json)$/i.exec(file.name)?.[1]?.toLowerCase()
  if (!ending) return wrong('errors.assets.extension')
  const text = decoded(await readFile(file.path))
  if (text === undefined) return wrong('errors.assets.encoding')
  const rows = ending === 'csv' ? fromCsv(text) : fromJson(text)
  if (!rows) return wrong('errors.assets.format')
  if (rows.length === 0) return wrong('errors.assets.empty')
  if (rows.length > maxRows) return wrong('errors.assets.tooManyRows')
  return rows
}

const wrong = (key: string): never => refuse(4000, { errors: { file: key } })

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function fromCsv(text: string): AssetRow[] | undefined {
  const [header, ...lines] = parseCsv(text) ?? []
  if (!header?.some((title) => columns[plain(title)] === 'name')) return undefined
  return lines
    .map((cells, at) => ({ cells, number: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, number }) => {
      const entries = header.map((title, at): [string, unknown] => [title.trim(), cells[at]?.trim() || undefined])
      return toRow(number, entries)
    })
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

/** `additionalProperties` of a JSON entry stand beside its other fields. */
function flattened([name, value]: [string, unknown]): [string, unknown][] {
  const isProperties = name === 'additionalProperties' && typeof value === 'object' && value !== null
  return isProperties ? Object.entries(value) : [[name, value]]
}

function toRow(number: number, entries: readonly [string, unknown][]): AssetRow {
  const known = Object.fromEntries(
    entries.flatMap(([title, value]) => {
      const column = columns[plain(title)]
      return column ? [[column, value]] : []
    }),
  ) as Partial<AssetRow>
  const properties = entries.filter(([title, value]) => title.startsWith('$') && value !== undefined)
  return {
    number,
    name: known.name,
    product: known.product,
    space: known.space,
    hostId: known.hostId,
    description: known.description,
    spaceServed: known.spaceServed,
    properties: Object.fromEntries(properties),
  }
}

const plain = (title: string) => title.toLowerCase().replace(/[\s_-]/g, '')
