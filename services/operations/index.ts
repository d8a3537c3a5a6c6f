/** The operations service: alarms, faults and their rules, schedules (spec §7, domain §1–3). */
import { buildingSchema } from '../building/schema'
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import type { World } from '../kit/world'
import { acknowledgeAlarms } from './acknowledge'
import { monitorSchema, registerMonitors } from './alarm-monitors'
import { findAlarmOccurrences } from './alarm-occurrences'
import { registerDeviceAlarms } from './device-alarms'
import { addFaultNote, listFaultNotes } from './fault-notes'
import { findFaultOccurrences } from './fault-occurrences'
import { faultTrends } from './fault-trends'
import { registerFaultWatch } from './fault-watch'
import { findAlarms } from './find-alarms'
import { countFaults, findFaults } from './find-faults'
import { getInternalVariables, saveInternalVariables } from './internal-variables'
import { namedAlarms } from './named-alarms'
import { namedFaults } from './named-faults'
import { operationsSites } from './operations-sites'
import { registerReevaluation } from './reevaluation'
import { resolveFaults } from './resolve-faults'
import { findRuleStates } from './rule-states'
import { findRules, setRuleStatus } from './rules-of-equipment'
import { listRules } from './rules-of-place'
import { schedules } from './schedules'
import { scheduleSchema } from './schedules/schema'
import { schema as alarmsAndFaultsSchema } from './schema'
import { setRuleStates } from './switch-rule'

export const schema = [alarmsAndFaultsSchema, monitorSchema, scheduleSchema, buildingSchema].join('\n')

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
