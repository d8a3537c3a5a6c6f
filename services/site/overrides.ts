/** The points that are held by hand or in an emergency, across a fleet (domain §17). */
import type { ActiveOverride } from '../contracts/points'
import type { site } from '../contracts/site'
import type { Handlers } from '../kit/call'
import { requireSomewhere, territoryToList, within } from '../kit/caller'
import { defaultPageSize, keyOf, pageOf } from '../kit/paging'
import { refuse } from '../kit/refusal'
import { scopeOfCustomer } from '../kit/scope'
import type { Value } from '../kit/store'
import { pathFinder } from './paths'
import type { CommandRow } from './priority-array'
import { emergencyLevel, operatorLevel, toOverride } from './priority-array'

interface Row extends CommandRow {
  name: string
  display_name: string
  kind: ActiveOverride['kind']
  unit: string | null
  device_id: string
  device_name: string
  host_id: string
  site_id: string
  space_id: string
  equipment_id: string | null
  equipment_name: string | null
}

export const findOverrides: Handlers<typeof site>['findOverrides'] = ({
  query,
  world,
  caller,
  customerId,
  require,
}) => {
  requireSomewhere(caller, 'point.read')
  const { store } = world
  const asked = query.customerId ?? customerId
  if (asked !== undefined) require(scopeOfCustomer(store, asked))
  const place: [string, ...Value[]] = asked === undefined ? territory() : ['c.customer_id = ?', asked]
  const before: [string, ...Value[]] = query.olderThan === undefined ? ['1'] : ['c.at < ?', momentOf(query.olderThan)]
  const where = `c.level IN (${emergencyLevel}, ${operatorLevel}) AND ${place[0]} AND ${before[0]}`
  const parameters = [...place.slice(1), ...before.slice(1)]

  const after = query.continuationToken ? keyOf(query.continuationToken, 3) : []
  const pageSize = query.pageSize ?? defaultPageSize
  const found = store.all<Row>(
    `SELECT c.*, p.name, p.display_name, p.kind, p.unit, d.name AS device_name, d.host_id, d.site_id, d.space_id,
       e.id AS equipment_id, e.name AS equipment_name
     FROM point_command c JOIN point p ON p.id = c.point_id JOIN device d ON d.id = c.device_id
     LEFT JOIN equipment e ON e.id = (SELECT min(equipment_id) FROM point_mapping WHERE point_id = c.point_id)
     WHERE ${where} ${after.length ? 'AND (c.at, c.point_id, c.level) > (?, ?, ?)' : ''}
     ORDER BY c.at, c.point_id, c.level LIMIT ?`,
    ...parameters,
    ...after,
    pageSize + 1,
  )
  const total =
    store.get<{ n: number }>(`SELECT count(*) AS n FROM point_command c WHERE ${where}`, ...parameters)?.n ?? 0
  const { rows, next } = pageOf(found, pageSize, (row) => [row.at, row.point_id, row.level])
  const paths = pathFinder(store)
  return {
    data: rows.map((row) => ({
      pointId: row.point_id,
      pointName: row.name,
      displayName: row.display_name,
      kind: row.kind,
      unit: row.unit,
      deviceId: row.device_id,
      deviceName: row.device_name,
      hostId: row.host_id,
      siteId: row.site_id,
      equipmentId: row.equipment_id,
      equipmentName: row.equipment_name,
      ...toOverride(row),
      path: paths.ofDevice(row),
    })),
    totalCount: total,
    continuationToken: next,
  }

  function territory(): [string, ...Value[]] {
    const { sql, parameters } = within(territoryToList(caller, 'point.read'), 'c.customer_id')
    return [sql.replace('tenant_id', 'c.tenant_id'), ...parameters]
  }
}

function momentOf(text: string): number {
  const at = Date.parse(text)
  return Number.isNaN(at) ? refuse(4000, { errors: { olderThan: 'errors.field.invalid' } }) : at
}
