/** Switches of rules, on one piece of equipment or on many (domain §2.3, §17). */
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { reachOf } from '../kit/caller'
import { languageFrom } from '../kit/messages'
import { refuse } from '../kit/refusal'
import { scopeOfEquipment } from '../kit/scope'
import { isArchived } from '../kit/several'
import type { World } from '../kit/world'
import { doEach } from './do-each'
import { readFault, suppressFault } from './fault-records'
import { watchEquipment } from './fault-watch'
import { rulesOn, type StandingRule } from './readiness'
import { toRuleStates } from './rule-states'
import { requireOnSome } from './territory'
import { type Equipment, readEquipment } from './units'

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
export function switchRule(world: World, equipment: Equipment, { ruleId, isOn, isByPerson }: Switch): StandingRule {
  const { store } = world
  const standing = rulesOn(world, equipment).find(({ rule }) => rule.ruleId === ruleId) ?? refuse(4005)
  if (isArchived(world, equipment.customer_id)) refuse(4202)
  if (!isByPerson && standing.manual) return standing
  if (isOn && standing.missing.length > 0) refuse(4710, { errors: { status: 'errors.rules.missingPoints' } })
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
  watchEquipment(world, equipment.id)
  return rulesOn(world, equipment).find(({ rule }) => rule.ruleId === ruleId) ?? standing
}

export const setRuleStates: Handlers<typeof operations>['setRuleStates'] = ({ body, caller, headers, world }) => {
  const ids = [...new Set(body.equipmentIds)]
  requireOnSome(
    caller,
    'rule.toggle',
    ids.map((id) => scopeOfEquipment(world.store, id)),
  )
  const switched = doEach(world.store, ids, (id) => {
    const scope = scopeOfEquipment(world.store, id)
    const far = scope && reachOf(caller, 'rule.toggle', scope)
    const equipment = readEquipment(world, id)
    if (!equipment || far === undefined) return refuse(4005)
    if (far === '-') refuse(4003)
    switchRule(world, equipment, { ruleId: body.ruleId, isOn: body.status, isByPerson: true })
    return equipment
  })
  return { data: toRuleStates(world, body.ruleId, switched, languageFrom(headers['accept-language'])) }
}
