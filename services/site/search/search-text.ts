/** Search words besides those of names. */
import type { ControllerModel } from '../../contracts/product'
import type { Store } from '../../kit/store'
import { wordsOf } from '../../kit/words'
import { macAddressOf } from '../../link/mac-address'
import { readProduct } from '../packages/installed'

interface Described {
  name: string
  host_id: string
  description: string
  properties: string
}

/** Returns the words of a controller in lists: its names and numbers, including those on its label. */
export function searchTextOf(device: Described, product: ControllerModel | undefined): string {
  const { $labelHostId, $serialNumber } = JSON.parse(device.properties) as Record<string, unknown>
  const searched = [
    device.name,
    device.host_id,
    $labelHostId,
    $serialNumber,
    macAddressOf(device.host_id),
    product?.model.type,
    product?.name,
    device.description,
  ]
  return wordsOf(...searched.filter((text) => typeof text === 'string'))
}

/**
 * Returns the words of a point, and which of them are its own: its name on the controller begins with that of its unit.
 */
export function pointWords({ name, display_name }: { name: string; display_name: string }) {
  const dot = name.lastIndexOf('.')
  const prefix = name.slice(0, Math.max(0, dot))
  const label = display_name.startsWith(prefix) ? display_name.slice(prefix.length) : display_name
  return { words: wordsOf(name, display_name), own_words: wordsOf(name.slice(dot + 1), label) }
}

type Named = { id: string; name: string }
const byName = ({ name }: Named) => ({ words: wordsOf(name) })

/** Each table with names, and the words of a row. */
const wordColumns: Record<string, (row: Named) => Record<string, string>> = {
  site_group: byName,
  site: byName,
  building: byName,
  space: byName,
  equipment: byName,
  designer_project: byName,
  point: (row) => pointWords(row as Named & { display_name: string }),
}

/** Adds the columns of words to an older store and fills them. Returns false when they existed. */
export function addWordColumns(store: Store, table: string): boolean {
  if (hasWords(store, table)) return false
  for (const column of table === 'point' ? ['words', 'own_words'] : ['words'])
    store.exec(`ALTER TABLE ${table} ADD COLUMN ${column} TEXT NOT NULL DEFAULT ''`)
  writeWords(store, table)
  return true
}

function writeWords(store: Store, table: string): void {
  for (const row of store.all<Named>(`SELECT * FROM ${table}`)) {
    for (const [column, words] of Object.entries(wordColumns[table]?.(row) ?? {}))
      store.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, words, row.id)
  }
}

/** Adds all columns of words to an older store and fills them. */
export function rewriteWords(store: Store): void {
  for (const table of Object.keys(wordColumns)) if (!addWordColumns(store, table)) writeWords(store, table)
  for (const table of ['site', 'building'] as const) {
    const place = table === 'site' ? `concat_ws(' ', address, postal_code, city)` : 'address'
    for (const { id, text } of store.all<{ id: string; text: string }>(`SELECT id, ${place} AS text FROM ${table}`)) {
      store.run(`UPDATE ${table} SET address_text = ? WHERE id = ?`, wordsOf(text), id)
    }
  }
  const products = new Map<string | null, ControllerModel | undefined>()
  const devices = store.all<Described & { id: string; product_id: string | null }>(
    'SELECT id, name, host_id, description, properties, product_id FROM device',
  )
  for (const device of devices) {
    const { id, product_id: productId } = device
    if (!products.has(productId)) products.set(productId, readProduct(store, productId))
    store.run('UPDATE device SET search_text = ? WHERE id = ?', searchTextOf(device, products.get(productId)), id)
  }
}

const hasWords = (store: Store, table: string) =>
  store.get(`SELECT 1 FROM pragma_table_info(?) WHERE name = 'words'`, table) !== undefined
