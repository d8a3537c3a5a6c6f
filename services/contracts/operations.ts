/** The operations service: alarms, faults, fault rules, schedules (spec §7, domain §1–3). */
import { alarmCalls } from './alarms'
import { service } from './endpoint'
import { faultCalls } from './faults'
import { ruleCalls } from './rules'
import { scheduleCalls } from './schedules'

export const operations = service('operations', {
  ...alarmCalls,
  ...faultCalls,
  ...ruleCalls,
  ...scheduleCalls,
})
