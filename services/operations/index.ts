/** The operations service: alarms, faults and their rules, schedules (spec §7, domain §1–3). */

import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import type { World } from '../kit/world'
import { acknowledgeAlarms } from './alarms/acknowledge'
import { monitorSchema, registerMonitors } from './alarms/alarm-monitors'
import { findAlarmOccurrences } from './alarms/alarm-occurrences'
import { registerDeviceAlarms } from './alarms/device-alarms'
import { findAlarms } from './alarms/find-alarms'
import { namedAlarms } from './alarms/named-alarms'
import { addFaultNote, listFaultNotes } from './faults/fault-notes'
import { findFaultOccurrences } from './faults/fault-occurrences'
import { faultTrends } from './faults/fault-trends'
import { registerFaultWatch } from './faults/fault-watch'
import { countFaults, findFaults } from './faults/find-faults'
import { namedFaults } from './faults/named-faults'
import { resolveFaults } from './faults/resolve-faults'
import { operationsSites } from './operations-sites'
import { registerReevaluation } from './rules/reevaluation'
import { findRuleStates } from './rules/rule-states'
import { findRules, setRuleStatus } from './rules/rules-of-equipment'
import { listRules } from './rules/rules-of-place'
import { setRuleStates } from './rules/switch-rule'
import { schedules } from './schedules'
import { scheduleSchema } from './schedules/schema'
import { schema as alarmsAndFaultsSchema } from './schema'
import { getInternalVariables, saveInternalVariables } from './variables/internal-variables'

export const schema = [alarmsAndFaultsSchema, monitorSchema, scheduleSchema].join('\n')

export const handlers: Handlers<typeof operations> = {
  findAlarms,
  namedAlarms,
  namedFaults,
  acknowledgeAlarms,
  operationsSites,
  findAlarmOccurrences,
  findFaults,
  countFaults,
  resolveFaults,
  findFaultOccurrences,
  listFaultNotes,
  addFaultNote,
  faultTrends,
  findRules,
  setRuleStatus,
  listRules,
  findRuleStates,
  setRuleStates,
  getInternalVariables,
  saveInternalVariables,
  ...schedules,
}

export function register(world: World): void {
  registerFaultWatch(world)
  registerMonitors(world)
  registerDeviceAlarms(world)
  registerReevaluation(world)
}
