/** Switches of rules, on one piece of equipment or on many (domain §2.3, §17). */
import type { operations } from '../../contracts/operations'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { reachOf } from '../../kit/caller'
import { languageFrom } from '../../kit/messages'
import { isArchived } from '../../kit/require-on-some-device'
import { scopeOfEquipment } from '../../kit/scope'
import type { World } from '../../kit/world'
import { changeEach } from '../change-each'
import { readFault, suppressFault } from '../faults/fault-records'
import { scheduleEvaluation } from '../faults/fault-watch'
import { requireOnSomeScope } from '../territory'
import { type RuleEquipment, readRuleEquipment } from '../units'
import { type EquipmentRule, rulesOn } from './readiness'
import { toRuleStates } from './rule-states'

interface Switch {
  ruleId: string
  isOn: boolean
  /** Whether a person switched it; automatic switching does not change it then. */
  isByPerson: boolean
}

/**
 * Switches a rule and returns its new state. Throws for a rule of other equipment, and for switching on without its
 * points.
 */
export function switchRule(
  world: World,
  equipment: RuleEquipment,
  { ruleId, isOn, isByPerson }: Switch,
): EquipmentRule {
  const { store } = world
  const current = rulesOn(world, equipment).find(({ rule }) => rule.ruleId === ruleId) ?? fail(4005)
  if (isArchived(world, equipment.customer_id)) fail(4202)
  if (!isByPerson && current.manual) return current
  if (isOn && current.missing.length > 0) fail(4710, { errors: { status: 'errors.rules.missingPoints' } })
  store.run(
    `INSERT INTO rule_setting (equipment_id, rule_id, enabled, manual) VALUES (?,?,?,?)
     ON CONFLICT DO UPDATE SET enabled = excluded.enabled, manual = excluded.manual`,
    equipment.id,
    ruleId,
    isOn ? 1 : 0,
    isByPerson ? 1 : 0,
  )
  const fault = readFault(world, equipment.id, ruleId)
  if (!isOn && fault?.status === 'active') suppressFault(world, fault)
  scheduleEvaluation(world, equipment.id)
  return rulesOn(world, equipment).find(({ rule }) => rule.ruleId === ruleId) ?? current
}

export const setRuleStates: Handlers<typeof operations>['setRuleStates'] = ({ body, caller, headers, world }) => {
  const ids = [...new Set(body.equipmentIds)]
  requireOnSomeScope(
    caller,
    'rule.toggle',
    ids.map((id) => scopeOfEquipment(world.store, id)),
  )
  const switched = changeEach(world.store, ids, (id) => {
    const scope = scopeOfEquipment(world.store, id)
    const far = scope && reachOf(caller, 'rule.toggle', scope)
    const equipment = readRuleEquipment(world, id)
    if (!equipment || far === undefined) return fail(4005)
    if (far === '-') fail(4003)
    switchRule(world, equipment, { ruleId: body.ruleId, isOn: body.status, isByPerson: true })
    return equipment
  })
  return { data: toRuleStates(world, body.ruleId, switched, languageFrom(headers['accept-language'])) }
}
