/** Locations of all sites of a customer, in one reply (domain §17). */
import type { site } from '../../contracts/site'
import type { Handlers, ServiceCall } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { scopeOfCustomer } from '../../kit/scope'
import { offlineSql, silenceMs } from '../../link/presence'
import type { SiteRecord } from './tree-rows'

/** Maximum number of sites. */
const maxSites = 10_000

export const siteLocations: Handlers<typeof site>['siteLocations'] = (call) => {
  const { store, clock } = call.world
  const { sql, parameters } = placesOf(call)
  const rows = store.all<SiteRecord>(
    `SELECT * FROM site WHERE ${sql} AND archived = 0 ORDER BY sort_name, id LIMIT ?`,
    ...parameters,
    maxSites + 1,
  )
  const silent = store.all<{ site_id: string; n: number }>(
    `SELECT site_id, count(*) AS n FROM device WHERE ${sql} AND ${offlineSql} GROUP BY site_id`,
    ...parameters,
    clock.now() - silenceMs,
  )
  const offline = new Map(silent.map(({ site_id, n }) => [site_id, n]))
  const tallies = store.all<{ site_id: string; n: number }>(
    'SELECT site_id, devices AS n FROM site_tally WHERE site_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(rows.map(({ id }) => id)),
  )
  const devices = new Map(tallies.map(({ site_id, n }) => [site_id, n]))
  const alarms = store.all<{ site_id: string; n: number }>(
    `SELECT site_id, sum(n) AS n FROM alarm_tally
     WHERE ${sql} AND severity = 'critical' AND event_state <> 'normal' GROUP BY site_id`,
    ...parameters,
  )
  const criticalAlarms = new Map(alarms.map(({ site_id, n }) => [site_id, n]))
  const data = rows.slice(0, maxSites).map((row) => ({
    id: row.id,
    name: row.name,
    siteGroupId: row.site_group_id,
    latitude: row.latitude,
    longitude: row.longitude,
    city: row.city,
    state: row.state,
    country: row.country,
    devices: devices.get(row.id) ?? 0,
    offline: offline.get(row.id) ?? 0,
    criticalAlarms: criticalAlarms.get(row.id) ?? 0,
  }))
  return {
    data,
    totalCount: data.length,
    ...(rows.length > maxSites ? { isTotalCapped: true } : {}),
    continuationToken: null,
  }
}

/** Returns the conditions of the named customer, else of everything the caller may see. */
function placesOf({ query, world, caller, customerId, require }: ServiceCall<typeof site.siteLocations>) {
  const requestedCustomer = query.customerId ?? customerId
  if (requestedCustomer === undefined) return territorySql(listTerritory(caller, 'hierarchy.read'))
  require(scopeOfCustomer(world.store, requestedCustomer))
  return { sql: 'customer_id = ?', parameters: [requestedCustomer] }
}
