/** The counters of a customer (domain §17): active alarms and faults only. */
import type { site } from '../../contracts/site'
import type { Handlers } from '../../kit/call'
import { deviceNotExcluded, excludedModels, rowNotExcluded } from '../../kit/excluded-models'
import { scopeOfCustomer } from '../../kit/scope'
import type { SqlValue } from '../../kit/store'
import { offlineSql, outOfReachSql, silenceMs } from '../../link/presence'
import { liveSql } from '../tunnels/records'
import { siteTallyOf } from './site-tally'

/** Critical and unacknowledged. */
const critical = `severity = 'critical' AND event_state <> 'normal' AND ack_state = 'unacknowledged'`

export const overview: Handlers<typeof site>['overview'] = ({ params, query, world, require }) => {
  require(scopeOfCustomer(world.store, params.id))
  const models = excludedModels(world.store, { ...query, customerId: params.id })
  const ofDevice = deviceNotExcluded(models)
  const count = (from: string, ...parameters: SqlValue[]) =>
    world.store.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, params.id, ...parameters)?.n ?? 0
  const sum = (from: string) => world.store.get<{ n: number | null }>(`SELECT sum(n) AS ${from}`, params.id)?.n ?? 0
  const about = (from: string, condition: string, ...parameters: SqlValue[]) => {
    const others = rowNotExcluded(`${from}.device_id`, models)
    return count(
      `${from} WHERE customer_id = ? AND ${condition} AND ${others.sql}`,
      ...parameters,
      ...others.parameters,
    )
  }
  const devices = (condition: string) =>
    count(`device WHERE customer_id = ? AND ${condition} AND ${ofDevice.sql}`, ...ofDevice.parameters)
  const sends = (state: string) => {
    const others = rowNotExcluded('configuration_state.device_id', models)
    const counted = world.store.get<{ n: number }>(
      `SELECT count(DISTINCT device_id) AS n FROM configuration_state
       WHERE customer_id = ? AND send_state = ? AND ${others.sql}`,
      params.id,
      state,
      ...others.parameters,
    )
    return counted?.n ?? 0
  }

  const outOfReach = world.store.get<{ offline: number; notOnboarded: number }>(
    `SELECT total(${offlineSql}) AS offline, total(onboarded = 0) AS notOnboarded
     FROM device WHERE customer_id = ? AND ${outOfReachSql} AND ${ofDevice.sql}`,
    world.clock.now() - silenceMs,
    params.id,
    ...ofDevice.parameters,
  )

  const tally = siteTallyOf(world.store, 'customer', params.id)
  return {
    data: {
      siteGroups: count('site_group WHERE customer_id = ?'),
      sites: count('site_tally WHERE customer_id = ?'),
      ...tally,
      devices: models === null ? tally.devices : devices('1'),
      offline: outOfReach?.offline ?? 0,
      notOnboarded: outOfReach?.notOnboarded ?? 0,
      outdated: devices('packages_outdated > 0'),
      deploying: devices('deployment_in_progress = 1'),
      failedDeployments: devices(`deployment_status IN ('PackageUploadFailure', 'PackageInstallationFailure')`),
      failedSends: sends('failed'),
      waitingSends: sends('queued'),
      openTunnels: about('tunnel', liveSql),
      alarms:
        models === null
          ? sum(`n FROM alarm_customer_tally WHERE customer_id = ? AND event_state <> 'normal'`)
          : about('alarm', `event_state <> 'normal'`),
      criticalAlarms:
        models === null
          ? sum(`n FROM alarm_customer_tally WHERE customer_id = ? AND ${critical}`)
          : about('alarm', critical),
      faults: about('fault', `status = 'active'`),
    },
  }
}
