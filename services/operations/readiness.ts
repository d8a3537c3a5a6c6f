/** Whether rules can run on a piece of equipment, and with which values (domain §2.3, §2.5). */
import type { World } from '../kit/world'
import { type Rule, type RulePoint, rules } from './rule-catalogue'
import { type Equipment, unitOf } from './units'
import { defaultValues, type Values } from './variables'

export interface StandingRule {
  rule: Rule
  missing: RulePoint[]
  enabled: boolean
  manual: boolean
}

/** The rules for a piece of equipment, in the order of the catalogue. */
export function rulesOn({ store }: World, equipment: Pick<Equipment, 'id' | 'type'>): StandingRule[] {
  const unit = unitOf(equipment.type)
  if (!unit) return []
  const mapped = new Set(
    store
      .all<{ role: string }>('SELECT role FROM point_mapping WHERE equipment_id = ?', equipment.id)
      .map(({ role }) => role),
  )
  const settings = new Map(
    store
      .all<{ rule_id: string; enabled: number; manual: number }>(
        'SELECT rule_id, enabled, manual FROM rule_setting WHERE equipment_id = ?',
        equipment.id,
      )
      .map((row) => [row.rule_id, row]),
  )
  return rules
    .filter((rule) => rule.unit === unit)
    .map((rule) => {
      const missing = rule.points.filter(({ role, optional }) => !optional && !mapped.has(role))
      const setting = settings.get(rule.ruleId)
      const manual = setting?.manual === 1
      // A person's switch stays as it was put; left alone, a rule is on while it has its points.
      const wanted = setting ? setting.enabled === 1 : true
      return { rule, missing, enabled: manual ? wanted : wanted && missing.length === 0, manual }
    })
}

/** The rules that are evaluated: on, with all their points. */
export const runningRules = (world: World, equipment: Pick<Equipment, 'id' | 'type'>): Rule[] =>
  rulesOn(world, equipment)
    .filter(({ enabled, missing }) => enabled && missing.length === 0)
    .map(({ rule }) => rule)

/** Every internal variable of a piece of equipment: its own value, else the default. */
export function valuesOf({ store }: World, equipmentId: string): Values {
  const own = store.all<{ key: string; value: number }>(
    'SELECT key, value FROM internal_variable WHERE equipment_id = ?',
    equipmentId,
  )
  return { ...defaultValues, ...Object.fromEntries(own.map(({ key, value }) => [key, value])) }
}
