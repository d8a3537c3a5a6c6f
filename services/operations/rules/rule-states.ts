/** The equipment on which a rule runs, waits or is off (domain §2.3, §17). */
import type { operations } from '../../contracts/operations'
import type { RuleState } from '../../contracts/rules'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { languageFrom, type ServiceLanguage } from '../../kit/messages'
import { type Condition, columnIn, rowContains } from '../../kit/search-words'
import { queryWords } from '../../kit/words'
import type { World } from '../../kit/world'
import { readFault } from '../faults/fault-records'
import { countRows, listPage, maxCountedRows, maxCountedWithWords } from '../listing'
import { placesOf } from '../places'
import { type RuleEquipment, ruleTypes, ruleUnitOf } from '../units'
import { ruleStatusOf, rulesOn } from './readiness'
import { roleName } from './role-names'
import { type Rule, ruleOf } from './rule-catalogue'
import { conditionsIn, type RuleCoverage, ruleCoverageIn } from './rule-coverage'

type RuleStatesCall = ServiceCall<typeof operations.findRuleStates>

export const findRuleStates: Handlers<typeof operations>['findRuleStates'] = (call) => {
  const { query, headers, world } = call
  const rule = ruleOf(query.ruleId) ?? fail(4005)
  const conditions = conditionsOf(call, rule)
  const words = queryWords(query.search)
  const page = listPage<RuleEquipment>(world.store, {
    columns: 'equipment.*',
    from: 'equipment',
    conditions,
    keys: [{ sql: 'equipment.type' }, { sql: 'equipment.sort_name' }],
    idColumn: 'equipment.id',
    page: 1,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  return {
    data: toRuleStates(world, rule.ruleId, page.rows, languageFrom(headers['accept-language'])),
    // A first page that contains everything is its own count.
    ...(page.next === null && !query.continuationToken
      ? { totalCount: page.rows.length }
      : countRows(world.store, {
          from: 'equipment',
          conditions,
          max: words.length > 0 ? maxCountedWithWords : maxCountedRows,
        })),
    continuationToken: page.next,
  }
}

function conditionsOf(call: RuleStatesCall, rule: Rule): Condition[] {
  const { query } = call
  const types = ruleTypes.filter((type) => ruleUnitOf(type) === rule.unit)
  return [
    ...conditionsIn(call),
    columnIn('equipment.type', types),
    ...(query.status ? [statusCondition(query.status, ruleCoverageIn(call).ready(rule))] : []),
    ...(query.equipmentIds === undefined ? [] : [columnIn('equipment.id', query.equipmentIds.split(','))]),
    rowContains('equipment.words', queryWords(query.search)),
  ]
}

/** A rule waits wherever it lacks one of its points. */
function statusCondition(
  statuses: readonly RuleState['status'][],
  ready: ReturnType<RuleCoverage['ready']>,
): Condition {
  const others = (['running', 'disabled', 'suspended'] as const).filter(
    (one) => statuses.includes('waitingForPoints') !== statuses.includes(one),
  )
  const ids = others.flatMap((one) => ready[one])
  if (!statuses.includes('waitingForPoints')) return columnIn('equipment.id', ids)
  return ['equipment.id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(ids)]
}

/** Returns the states as the service returns them, in the given order. */
export function toRuleStates(
  world: World,
  ruleId: string,
  equipment: readonly RuleEquipment[],
  language: ServiceLanguage,
): RuleState[] {
  const toPlaced = (one: RuleEquipment) => ({ ...one, device_id: null, equipment_id: one.id })
  const placeOf = placesOf(world.store, equipment.map(toPlaced))
  return equipment.flatMap((one): RuleState[] => {
    const onEquipment = rulesOn(world, one).find(({ rule }) => rule.ruleId === ruleId)
    if (!onEquipment) return []
    const { siteName, path, location } = placeOf(toPlaced(one))
    const fault = readFault(world, one.id, ruleId)
    return [
      {
        ruleId,
        equipmentId: one.id,
        equipmentName: one.name,
        equipmentType: one.type,
        customerId: one.customer_id,
        siteId: one.site_id,
        siteName,
        location,
        path,
        enabled: onEquipment.enabled,
        isManuallyToggledRule: onEquipment.manual,
        status: ruleStatusOf(world, one.id, onEquipment),
        missingPoints: onEquipment.missing.map(({ role, pointTypeId }) => ({
          role,
          name: roleName(role, language),
          pointTypeId,
        })),
        activeFaultId: fault?.status === 'active' ? fault.id : null,
      },
    ]
  })
}
