/** The counters of a customer (domain §17): alarms and faults are those that hold now. */
import type { site } from '../contracts/site'
import { offlineSql, outOfReachSql, silenceMs } from '../controllers/heartbeat'
import type { Handlers } from '../kit/call'
import { scopeOfCustomer } from '../kit/scope'
import { siteTallyOf } from './site-tally'
import { liveSql } from './tunnel-records'

export const overview: Handlers<typeof site>['overview'] = ({ params, world, require }) => {
  require(scopeOfCustomer(world.store, params.id))
  const count = (from: string, ...parameters: number[]) =>
    world.store.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, params.id, ...parameters)?.n ?? 0
  const sum = (from: string) => world.store.get<{ n: number | null }>(`SELECT sum(n) AS ${from}`, params.id)?.n ?? 0
  const devices = (condition: string, ...parameters: number[]) =>
    count(`device WHERE customer_id = ? AND ${condition}`, ...parameters)
  const sends = (state: string) =>
    world.store.get<{ n: number }>(
      'SELECT count(DISTINCT device_id) AS n FROM configuration_state WHERE customer_id = ? AND send_state = ?',
      params.id,
      state,
    )?.n ?? 0

  const outOfReach = world.store.get<{ offline: number; notOnboarded: number }>(
    `SELECT total(${offlineSql}) AS offline, total(onboarded = 0) AS notOnboarded
     FROM device WHERE customer_id = ? AND ${outOfReachSql}`,
    world.clock.now() - silenceMs,
    params.id,
  )

  return {
    data: {
      siteGroups: count('site_group WHERE customer_id = ?'),
      sites: count('site_tally WHERE customer_id = ?'),
      ...siteTallyOf(world.store, 'customer', params.id),
      offline: outOfReach?.offline ?? 0,
      notOnboarded: outOfReach?.notOnboarded ?? 0,
      outdated: devices('packages_outdated > 0'),
      deploying: devices('deployment_in_progress = 1'),
      failedDeployments: devices(`deployment_status IN ('PackageUploadFailure', 'PackageInstallationFailure')`),
      failedSends: sends('failed'),
      waitingSends: sends('queued'),
      openTunnels: count(`tunnel WHERE customer_id = ? AND ${liveSql}`),
      alarms: sum(`n FROM alarm_customer_tally WHERE customer_id = ? AND event_state <> 'normal'`),
      faults: count(`fault WHERE customer_id = ? AND status = 'active'`),
    },
  }
}
