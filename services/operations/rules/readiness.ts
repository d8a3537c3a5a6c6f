/** Whether rules can run on a piece of equipment, and with which values (domain §2.3, §2.5). */
import type { RuleStatus } from '../../contracts/rules'
import type { World } from '../../kit/world'
import { type RuleEquipment, ruleUnitOf } from '../units'
import { defaultValues, type Values } from '../variables/variables'
import { faultRules, type Rule, type RulePoint } from './rule-catalogue'

export interface EquipmentRule {
  rule: Rule
  missing: RulePoint[]
  enabled: boolean
  manual: boolean
}

/** A switch set by a person or automatically. */
export interface RuleSetting {
  enabled: number
  manual: number
}

/** Returns the points without which a rule does not run. */
export const requiredPointsOf = ({ points }: Rule): RulePoint[] => points.filter(({ optional }) => !optional)

/** Whether a rule is on: a person's switch persists; by default a rule is on while it has its points. */
export const isSwitchedOn = (setting: RuleSetting | undefined) => !setting || setting.enabled === 1

/** Returns the rules for a piece of equipment, in the order of the catalogue. */
export function rulesOn({ store }: World, equipment: Pick<RuleEquipment, 'id' | 'type'>): EquipmentRule[] {
  const unit = ruleUnitOf(equipment.type)
  if (!unit) return []
  const mappedRoles = new Set(
    store
      .all<{ role: string }>('SELECT role FROM point_mapping WHERE equipment_id = ?', equipment.id)
      .map(({ role }) => role),
  )
  const settings = new Map(
    store
      .all<RuleSetting & { rule_id: string }>(
        'SELECT rule_id, enabled, manual FROM rule_setting WHERE equipment_id = ?',
        equipment.id,
      )
      .map((row) => [row.rule_id, row]),
  )
  return faultRules
    .filter((rule) => rule.unit === unit)
    .map((rule) => {
      const missing = requiredPointsOf(rule).filter(({ role }) => !mappedRoles.has(role))
      const setting = settings.get(rule.ruleId)
      const manual = setting?.manual === 1
      const isOn = isSwitchedOn(setting)
      return { rule, missing, enabled: manual ? isOn : isOn && missing.length === 0, manual }
    })
}

/** Returns the rules that are evaluated: switched on, with all their points. */
export const runningRules = (world: World, equipment: Pick<RuleEquipment, 'id' | 'type'>): Rule[] =>
  rulesOn(world, equipment)
    .filter(({ enabled, missing }) => enabled && missing.length === 0)
    .map(({ rule }) => rule)

/** Returns the status of a rule; a silent controller suspends a rule that would run. */
export function ruleStatusOf(
  { store }: World,
  equipmentId: string,
  { missing, enabled }: Pick<EquipmentRule, 'missing' | 'enabled'>,
): RuleStatus {
  if (missing.length > 0) return 'waitingForPoints'
  if (!enabled) return 'disabled'
  const silent = store.get(
    `SELECT 1 FROM device JOIN equipment_device ON equipment_device.device_id = device.id
     WHERE equipment_id = ? AND device.offline_since IS NOT NULL LIMIT 1`,
    equipmentId,
  )
  return silent ? 'suspended' : 'running'
}

/** Returns every internal variable of a piece of equipment: its own value, else the default. */
export function valuesOf({ store }: World, equipmentId: string): Values {
  const own = store.all<{ key: string; value: number }>(
    'SELECT key, value FROM internal_variable WHERE equipment_id = ?',
    equipmentId,
  )
  return { ...defaultValues, ...Object.fromEntries(own.map(({ key, value }) => [key, value])) }
}
