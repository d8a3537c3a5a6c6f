/** Search over everything of a customer: names, places, host ids, addresses (domain §17). */
import type { Found, SearchField } from '../contracts/search'
import type { site } from '../contracts/site'
import type { Handlers } from '../kit/call'
import { territoryOf, within } from '../kit/caller'
import { defaultPageSize, keyOf, pageOf } from '../kit/paging'
import { refuse } from '../kit/refusal'
import { scopeOfCustomer } from '../kit/scope'
import type { Value } from '../kit/store'
import type { PathFinder } from './paths'
import { pathFinder } from './paths'
import { fold, sortName } from './sort-name'

type Kind = 'group' | 'site' | 'building' | 'space' | 'device'

interface Row {
  rank: number
  type: Kind
  id: string
  name: string
  sort_name: string
  host_id: string
  address: string
  label: string
  site_group_id: string | null
  site_id: string
  building_id: string
  parent_space_id: string | null
  space_id: string
}

const nothing = `'' AS host_id, '' AS address, '' AS label, NULL AS site_group_id, '' AS site_id, '' AS building_id,
  NULL AS parent_space_id, '' AS space_id`

/** Of each kind, in the order of the answer: what is searched (`words`, folded as sort names are), and what is shown. */
const kinds: Record<Kind, string> = {
  group: `SELECT id, tenant_id, customer_id, name, sort_name, ${nothing}, sort_name AS words FROM site_group`,
  site: `SELECT id, tenant_id, customer_id, name, sort_name, '' AS host_id,
      trim(coalesce(address, '') || ' ' || coalesce(postal_code, '') || ' ' || coalesce(city, '')) AS address, '' AS label,
      site_group_id, '' AS site_id, '' AS building_id, NULL AS parent_space_id, '' AS space_id,
      sort_name || ' ' || address_text || ' ' || coalesce((SELECT sort_name FROM site_group WHERE id = site.site_group_id), '') AS words
    FROM site`,
  building: `SELECT building.id, building.tenant_id, building.customer_id, building.name, building.sort_name,
      '' AS host_id, coalesce(building.address, '') AS address, '' AS label, NULL AS site_group_id, building.site_id,
      '' AS building_id, NULL AS parent_space_id, '' AS space_id,
      building.sort_name || ' ' || building.address_text || ' ' || site.sort_name AS words
    FROM building JOIN site ON site.id = building.site_id`,
  space: `SELECT space.id, space.tenant_id, space.customer_id, space.name, space.sort_name, '' AS host_id,
      '' AS address, '' AS label, NULL AS site_group_id, '' AS site_id, space.building_id, space.parent_space_id,
      '' AS space_id, space.sort_name || ' ' || building.sort_name || ' ' || site.sort_name AS words
    FROM space JOIN building ON building.id = space.building_id JOIN site ON site.id = space.site_id`,
  device: `SELECT device.id, device.tenant_id, device.customer_id, device.name, device.sort_name, device.host_id,
      coalesce(controller.address, '') AS address, coalesce(properties ->> '$."$labelHostId"', '') AS label,
      NULL AS site_group_id, '' AS site_id, '' AS building_id, NULL AS parent_space_id, device.space_id,
      device.sort_name || ' ' || device.search_text || ' ' || coalesce(controller.address, '') || ' ' || space.sort_name
        || ' ' || building.sort_name || ' ' || site.sort_name AS words
    FROM device JOIN space ON space.id = device.space_id JOIN building ON building.id = device.building_id
      JOIN site ON site.id = device.site_id LEFT JOIN controller ON controller.device_id = device.id`,
}
const allKinds = Object.keys(kinds) as Kind[]

export const search: Handlers<typeof site>['search'] = (call) => {
  const { query, world, caller, require } = call
  const { store } = world
  const customerId = query.customerId ?? call.customerId
  if (customerId !== undefined) require(scopeOfCustomer(store, customerId))
  const place =
    customerId === undefined
      ? within(territoryOf(caller, 'hierarchy.read'))
      : { sql: 'customer_id = ?', parameters: [customerId] as Value[] }

  const words = query.q.split(/\s+/).filter(Boolean).slice(0, 10)
  const matches = words.map(() => `(words LIKE ? ESCAPE '\\' OR words LIKE ? ESCAPE '\\')`).join(' AND ')
  const patterns = words.flatMap((word) => [like(fold(word)), like(sortName(word))])
  const asked = kindsOf(query.kinds)
  const union = asked
    .map(
      (kind) =>
        `SELECT ${allKinds.indexOf(kind)} AS rank, '${kind}' AS type, * FROM (${kinds[kind]}) WHERE ${place.sql} AND ${matches}`,
    )
    .join(' UNION ALL ')
  const parameters: Value[] = asked.flatMap(() => [...place.parameters, ...patterns])

  const after = query.continuationToken ? keyOf(query.continuationToken, 3) : []
  const pageSize = query.pageSize ?? defaultPageSize
  const found = store.all<Row>(
    `SELECT * FROM (${union}) ${after.length ? 'WHERE (rank, sort_name, id) > (?, ?, ?)' : ''}
     ORDER BY rank, sort_name, id LIMIT ?`,
    ...parameters,
    ...after,
    pageSize + 1,
  )
  const total = store.get<{ n: number }>(`SELECT count(*) AS n FROM (${union})`, ...parameters)?.n ?? 0
  const { rows, next } = pageOf(found, pageSize, (row) => [row.rank, row.sort_name, row.id])
  const paths = pathFinder(store)
  return { data: rows.map((row) => toFound(row, words, paths)), totalCount: total, continuationToken: next }
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function kindsOf(text: string | undefined): Kind[] {
  const asked = (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  if (asked.some((word) => !allKinds.some((kind) => kind === word))) {
    refuse(4000, { errors: { kinds: 'errors.field.choice' } })
  }
  return asked.length === 0 ? allKinds : allKinds.filter((kind) => asked.includes(kind))
}

function toFound(row: Row, words: readonly string[], paths: PathFinder): Found {
  const path = pathOf(row, paths)
  const fields: [SearchField, string][] = [
    ['name', row.name],
    ['hostId', row.host_id],
    ['label', row.label],
    ['address', row.address],
  ]
  const holdsAll = (text: string) => words.every((word) => fold(text).includes(fold(word)))
  const where = path.map(({ name }) => name).join(' / ')
  const [field, value] = fields.find(([, text]) => holdsAll(text)) ?? ['path', where]
  return { id: row.id, type: row.type, name: row.name, hostId: row.host_id || null, path, field, value }
}

function pathOf(row: Row, paths: PathFinder): Found['path'] {
  switch (row.type) {
    case 'group':
      return []
    case 'site':
      return paths.ofSite(row)
    case 'building':
      return paths.ofBuilding(row)
    case 'space':
      return paths.ofSpace(row)
    case 'device':
      return paths.ofDevice(row)
  }
}
