/**
 * Search across everything of a customer: names, places, host ids, addresses (domain §17). Equipment, designer projects
 * and points match by their own names; points only once they have been listed on their controller.
 */
import type { SearchField, SearchMatch } from '../../contracts/search'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { excludedModels, rowNotExcluded } from '../../kit/excluded-models'
import { defaultPageSize, pageOf, parseToken } from '../../kit/paging'
import { scopeOfCustomer } from '../../kit/scope'
import { entries, type IndexedKind, indexedKinds, kindRank, matchesInKind, textContains } from '../../kit/search-words'
import type { SqlValue, Store } from '../../kit/store'
import { containsWord, formsOf, queryWords } from '../../kit/words'
import { macAddressOf } from '../../link/mac-address'
import type { PathFinder } from '../hierarchy/paths'
import { pathFinder } from '../hierarchy/paths'

type Kind = IndexedKind

interface Entry {
  id: string
  customer_id: string
  kind: number
  sort_name: string
}

interface Row {
  /** The entry in the search index. */
  entry: string
  id: string
  name: string
  host_id: string
  address: string
  label: string
  serial: string
  object: string
  device_id: string
  device_name: string
  site_group_id: string | null
  site_id: string
  building_id: string
  parent_space_id: string | null
  space_id: string
}

/** Returns the select of the displayed columns of a kind; missing ones are empty. */
function selectOf(table: string, { from = table, ...has }: Partial<Record<keyof Row | 'from', string>>): string {
  const { id = `${table}.id`, name = `${table}.name` } = has
  const texts = [
    'host_id',
    'address',
    'label',
    'serial',
    'object',
    'device_id',
    'device_name',
    'site_id',
    'building_id',
    'space_id',
  ] as const
  const ids = ['site_group_id', 'parent_space_id'] as const
  const columns = [
    ...texts.map((name) => `${has[name] ?? `''`} AS ${name}`),
    ...ids.map((name) => `${has[name] ?? 'NULL'} AS ${name}`),
  ]
  return `SELECT ${table}.id AS entry, ${id} AS id, ${name} AS name, ${columns.join(', ')} FROM ${from} WHERE ${table}.id`
}

const property = (name: string) => `coalesce(properties ->> '$."${name}"', '')`

const selects: Record<Kind, string> = {
  group: selectOf('site_group', {}),
  site: selectOf('site', { address: `concat_ws(' ', address, postal_code, city)`, site_group_id: 'site_group_id' }),
  building: selectOf('building', { address: `coalesce(address, '')`, site_id: 'site_id' }),
  space: selectOf('space', { building_id: 'building_id', parent_space_id: 'parent_space_id' }),
  device: selectOf('device', {
    from: 'device LEFT JOIN controller ON controller.device_id = device.id',
    host_id: 'host_id',
    address: `coalesce(controller.address, '')`,
    label: property('$labelHostId'),
    serial: property('$serialNumber'),
    space_id: 'space_id',
  }),
  equipment: selectOf('equipment', { space_id: 'space_id' }),
  project: selectOf('designer_project', { id: 'project_id', site_id: 'associated_id' }),
  point: selectOf('point', {
    from: 'point JOIN device ON device.id = point.device_id',
    name: `coalesce(nullif(point.display_name, ''), point.name)`,
    object: 'point.name',
    device_id: 'device.id',
    device_name: 'device.name',
    space_id: 'device.space_id',
  }),
}
const parents = [
  ['space', 'space_id'],
  ['space', 'parent_space_id'],
  ['building', 'building_id'],
  ['site', 'site_id'],
  ['group', 'site_group_id'],
] as const

const allKinds = Object.keys(selects) as Kind[]

export const search: Handlers<typeof site>['search'] = (call) => {
  const { query, world, caller, require } = call
  const { store } = world
  const customerId = query.customerId ?? call.customerId
  if (customerId !== undefined) require(scopeOfCustomer(store, customerId))
  const place =
    customerId === undefined
      ? territorySql(listTerritory(caller, 'hierarchy.read'))
      : { sql: 'customer_id = ?', parameters: [customerId] as SqlValue[] }
  const models = excludedModels(store, { ...query, customerId })
  const others = [
    rowNotExcluded('search_entry.id', models),
    rowNotExcluded('(SELECT device_id FROM point WHERE point.id = search_entry.id)', models),
  ]
  const words = queryWords(query.q)
  const kinds = kindsOf(query.kinds)
  const { page, next, total, isTotalCapped } = findEntries(store, {
    words,
    place: {
      sql: [place, ...others].map(({ sql }) => sql).join(' AND '),
      parameters: [place, ...others].flatMap(({ parameters }) => parameters),
    },
    kinds,
    query,
  })
  const rows = rowsOf(store, page)
  const paths = pathFinder(store)
  const all = [...rows.values()]
  for (const [type, column] of parents) {
    paths.load(
      type,
      all.map((row) => row[column]),
    )
  }
  const customers = customersOf(store, page)
  const data = page.flatMap(({ id, kind, customer_id }) => {
    const row = rows.get(id)
    const customer = customers.get(customer_id) ?? null
    return row ? [{ ...toResult(indexedKinds[kind] as Kind, { row, words, paths }), customer }] : []
  })
  return { data, totalCount: total, ...(isTotalCapped ? { isTotalCapped } : {}), continuationToken: next }
}

/**
 * Returns the words that must be a point's own: a query that names a controller or equipment does not match each of its
 * points.
 */
function ownFormsOf(kind: Kind, words: readonly string[]): string[] {
  return kind === 'point' ? words.flatMap((word) => word.split(' ')).flatMap(formsOf) : []
}

interface SearchQuery {
  words: readonly string[]
  place: { sql: string; parameters: SqlValue[] }
  kinds: readonly Kind[]
  query: { pageSize?: number | undefined; continuationToken?: string | undefined }
}

/** Maximum count. */
const maxCounted = 100
/**
 * Up to this many matches of a kind are collected and sorted; with more, a page fills faster in the order of the reply.
 */
const maxCollected = 500

/**
 * Returns a page by kind, then by name: kind after kind, until the page is full. A kind without a match costs one index
 * lookup.
 */
function findEntries(store: Store, { words, place, kinds, query }: SearchQuery) {
  const after = query.continuationToken ? parseToken(query.continuationToken, 3) : []
  const pageSize = query.pageSize ?? defaultPageSize
  const matches: Entry[] = []
  let countedSoFar = 0
  for (const kind of kinds) {
    const isOnPage = matches.length <= pageSize && !(after.length > 0 && kindRank(kind) < Number(after[0]))
    if (!isOnPage && countedSoFar > maxCounted) continue
    const matching = indexSelection(kind, { words, place })
    const count = countUpTo(store, matching, isOnPage ? maxCollected + 1 : maxCounted + 1)
    countedSoFar += count
    if (!isOnPage || count === 0) continue
    const source = count > maxCollected ? scanSelection(kind, { words, place }) : matching
    matches.push(
      ...store.all<Entry>(
        `SELECT search_entry.id AS id, customer_id, kind, sort_name FROM ${source.from}
         WHERE ${source.where} ${after.length ? 'AND (kind, sort_name, id) > (?, ?, ?)' : ''}
         ORDER BY sort_name, id LIMIT ?`,
        ...source.parameters,
        ...after,
        pageSize + 1 - matches.length,
      ),
    )
  }
  const { rows: page, next } = pageOf(matches, pageSize, (row) => [row.kind, row.sort_name, row.id])
  return { page, next, total: Math.min(countedSoFar, maxCounted), isTotalCapped: countedSoFar > maxCounted }
}

interface Selection {
  from: string
  where: string
  parameters: SqlValue[]
}

/** Selects the entries of a kind that contain the words, by the full-text index. */
function indexSelection(kind: Kind, { words, place }: Pick<SearchQuery, 'words' | 'place'>): Selection {
  const [condition, ...parameters] = matchesInKind({ kind, words, ownForms: ownFormsOf(kind, words) })
  return { from: entries, where: `${condition} AND ${place.sql}`, parameters: [...parameters, ...place.parameters] }
}

/**
 * Selects the same by comparing row by row, in the order of the reply: with frequent words a page fills faster this
 * way.
 */
function scanSelection(kind: Kind, { words, place }: Pick<SearchQuery, 'words' | 'place'>): Selection {
  const [compared, ...forms] = textContains(words)
  const own = ownFormsOf(kind, words)
  const ownCompared = own.length ? `AND (${own.map(() => 'instr(search_entry.own, ?)').join(' OR ')})` : ''
  return {
    from: 'search_entry',
    where: `${place.sql} AND kind = ${kindRank(kind)} AND ${compared} ${ownCompared}`,
    parameters: [...place.parameters, ...forms, ...own],
  }
}

function countUpTo(store: Store, { from, where, parameters }: Selection, most: number): number {
  const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`
  return store.get<{ n: number }>(sql, ...parameters, most)?.n ?? 0
}

function customersOf(store: Store, entries: readonly Entry[]): Map<string, { id: string; name: string }> {
  const ids = [...new Set(entries.map(({ customer_id }) => customer_id))]
  const rows = store.all<{ id: string; name: string }>(
    'SELECT id, name FROM customer WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function rowsOf(store: Store, entries: readonly Entry[]): Map<string, Row> {
  return new Map(
    allKinds.flatMap((kind) => {
      const ids = entries.filter((entry) => entry.kind === kindRank(kind)).map(({ id }) => id)
      if (!ids.length) return []
      const rows = store.all<Row>(`${selects[kind]} IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
      return rows.map((row): [string, Row] => [row.entry, row])
    }),
  )
}

function kindsOf(text: string | undefined): Kind[] {
  const requested = (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (requested.some((word) => !allKinds.some((kind) => kind === word))) {
    fail(4000, { errors: { kinds: 'errors.field.choice' } })
  }
  return requested.length === 0 ? allKinds : allKinds.filter((kind) => requested.includes(kind))
}

interface ResultContext {
  row: Row
  words: readonly string[]
  paths: PathFinder
}

function toResult(type: Kind, { row, words, paths }: ResultContext): SearchMatch {
  const path = pathOf(type, row, paths)
  const fields: [SearchField, string][] = [
    ['name', row.name],
    ['hostId', row.host_id],
    ['label', row.label],
    ['objectName', row.object],
    ['serialNumber', row.serial],
    ['macAddress', macAddressOf(row.host_id) ?? ''],
    ['address', row.address],
  ]
  const containsAll = (text: string) => words.every((word) => containsWord(text, word))
  const where = path.map(({ name }) => name).join(' / ')
  const [field, value] = fields.find(([, text]) => containsAll(text)) ?? ['path', where]
  return { id: row.id, type, name: row.name, hostId: row.host_id || null, path, field, value }
}

function pathOf(type: Kind, row: Row, paths: PathFinder): SearchMatch['path'] {
  switch (type) {
    case 'group':
      return []
    case 'site':
      return paths.ofSite(row)
    case 'building':
    case 'project':
      return paths.ofBuilding(row)
    case 'space':
      return paths.ofSpace(row)
    case 'device':
    case 'equipment':
      return paths.ofDevice(row)
    case 'point':
      return [...paths.ofDevice(row), { id: row.device_id, name: row.device_name, type: 'device' }]
  }
}
