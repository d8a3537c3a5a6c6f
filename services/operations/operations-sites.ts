/** The sites that alarms and faults can be filtered by (domain §1.6). */
import type { OperationsSite } from '../contracts/alarms'
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { territoryCondition } from './territory'

interface SiteRow {
  id: string
  name: string
  site_group_id: string | null
  city: string | null
  state: string | null
  country: string | null
  latitude: number | null
  longitude: number | null
  alarms: number
  faults: number
}

export const operationsSites: Handlers<typeof operations>['operationsSites'] = (call) => {
  const [sql, ...parameters] = territoryCondition(call, { table: 'site', capability: 'hierarchy.read' })
  return call.world.store
    .all<SiteRow>(
      `SELECT id, name, site_group_id, city, state, country, latitude, longitude,
         (SELECT coalesce(sum(n), 0) FROM alarm_tally WHERE site_id = site.id AND event_state <> 'normal') AS alarms,
         (SELECT count(*) FROM fault WHERE site_id = site.id AND status = 'active') AS faults
       FROM site WHERE archived = 0 AND ${sql} ORDER BY sort_name, id`,
      ...parameters,
    )
    .map(
      (row): OperationsSite => ({
        id: row.id,
        name: row.name,
        siteGroupId: row.site_group_id,
        city: row.city,
        state: row.state,
        country: row.country,
        latitude: row.latitude,
        longitude: row.longitude,
        activeAlarmCount: row.alarms,
        openFaultCount: row.faults,
      }),
    )
}
