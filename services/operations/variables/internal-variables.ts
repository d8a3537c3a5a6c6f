/** The internal variables of the rules of a piece of equipment (domain §2.5). */
import type { operations } from '../../contracts/operations'
import type { InternalVariables } from '../../contracts/rules'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { requireCurrent } from '../../kit/etag'
import { languageFrom, type ServiceLanguage } from '../../kit/messages'
import { isArchived } from '../../kit/require-on-some-device'
import { scopeOfEquipment } from '../../kit/scope'
import type { World } from '../../kit/world'
import { scheduleEvaluation } from '../faults/fault-watch'
import { personInTenant } from '../territory'
import { type RuleEquipment, readRuleEquipment, ruleUnitOf } from '../units'
import { rulesUsing, variablesOf } from './variables'

export const getInternalVariables: Handlers<typeof operations>['getInternalVariables'] = (call) => {
  const { headers, params, require, world } = call
  require(scopeOfEquipment(world.store, params.id))
  const equipment = readRuleEquipment(world, params.id)
  return equipment ? toVariables(world, equipment, languageFrom(headers['accept-language'])) : fail(4005)
}

export const saveInternalVariables: Handlers<typeof operations>['saveInternalVariables'] = (call) => {
  const { body, caller, headers, params, require, world } = call
  const { store, clock } = world
  require(scopeOfEquipment(store, params.id))
  const equipment = readRuleEquipment(world, params.id)
  if (!equipment) return fail(4005)
  if (isArchived(world, equipment.customer_id)) fail(4202)
  const language = languageFrom(headers['accept-language'])
  requireCurrent({
    body: body.eTag,
    ifMatch: headers['if-match'],
    current: toVariables(world, equipment, language),
    required: true,
  })
  rejectInvalidValues(equipment, body.variables)
  for (const { key, value } of body.variables) {
    if (value === null) store.run('DELETE FROM internal_variable WHERE equipment_id = ? AND key = ?', equipment.id, key)
    else {
      store.run(
        `INSERT INTO internal_variable (equipment_id, key, value) VALUES (?,?,?)
         ON CONFLICT DO UPDATE SET value = excluded.value`,
        equipment.id,
        key,
        value,
      )
    }
  }
  const by = personInTenant(caller, equipment.tenant_id)
  store.run(
    `INSERT INTO internal_variable_change (equipment_id, version, at, by_id, by_name) VALUES (?,2,?,?,?)
     ON CONFLICT DO UPDATE SET version = version + 1, at = excluded.at, by_id = excluded.by_id, by_name = excluded.by_name`,
    equipment.id,
    clock.now(),
    by.id,
    by.fullName,
  )
  scheduleEvaluation(world, equipment.id)
  return toVariables(world, equipment, language)
}

function rejectInvalidValues(equipment: RuleEquipment, values: readonly { key: string; value: number | null }[]): void {
  const unit = ruleUnitOf(equipment.type)
  const byKey = new Map((unit ? variablesOf(unit) : []).map((variable) => [variable.key, variable]))
  const errors: Record<string, string> = {}
  for (const { key, value } of values) {
    const variable = byKey.get(key)
    if (!variable) errors[key] = 'errors.internalVariables.unknown'
    else if (value !== null && (value < variable.min || value > variable.max)) {
      errors[key] = 'errors.internalVariables.range'
    }
  }
  if (Object.keys(errors).length > 0) fail(4711, { errors })
}

interface Change {
  version: number
  at: number
  by_id: string | null
  by_name: string | null
}

function toVariables(
  { store }: World,
  equipment: RuleEquipment,
  language: ServiceLanguage,
): InternalVariables & { eTag: string } {
  const unit = ruleUnitOf(equipment.type)
  const own = new Map(
    store
      .all<{ key: string; value: number }>(
        'SELECT key, value FROM internal_variable WHERE equipment_id = ?',
        equipment.id,
      )
      .map(({ key, value }) => [key, value]),
  )
  const change = store.get<Change>('SELECT * FROM internal_variable_change WHERE equipment_id = ?', equipment.id)
  return {
    equipmentId: equipment.id,
    eTag: String(change?.version ?? 1),
    equipmentType: equipment.type,
    updatedAt: change ? timestamp(change.at) : null,
    updatedBy: change?.by_id ? { id: change.by_id, fullName: change.by_name ?? '' } : null,
    variables: (unit ? variablesOf(unit) : []).map((variable) => ({
      key: variable.key,
      name: variable.name[language],
      value: own.get(variable.key) ?? variable.defaultValue,
      defaultValue: variable.defaultValue,
      unit: variable.unit,
      min: variable.min,
      max: variable.max,
      step: variable.step,
      group: variable.group,
      usedByRules: unit ? rulesUsing(variable.key, unit) : [],
      isOverridden: own.has(variable.key),
    })),
  }
}
