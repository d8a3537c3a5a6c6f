/** The rules of a piece of equipment, and their switches (domain §2.3). */
import { containsWords } from '../../contracts/fold'
import type { operations } from '../../contracts/operations'
import type { FaultRule } from '../../contracts/rules'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { languageFrom, type ServiceLanguage } from '../../kit/messages'
import { defaultPageSize, parseToken, tokenAfter } from '../../kit/paging'
import { scopeOfEquipment } from '../../kit/scope'
import type { World } from '../../kit/world'
import { faultSeverityOf, readFault } from '../faults/fault-records'
import { readRuleEquipment } from '../units'
import { type EquipmentRule, ruleStatusOf, rulesOn } from './readiness'
import { roleName } from './role-names'
import { switchRule } from './switch-rule'

export const findRules: Handlers<typeof operations>['findRules'] = ({ body, headers, params, require, world }) => {
  require(scopeOfEquipment(world.store, params.id))
  const equipment = readRuleEquipment(world, params.id)
  if (!equipment) return fail(4005)
  const language = languageFrom(headers['accept-language'])
  const all = rulesOn(world, equipment).map(toRule(world, equipment.id, language))
  const matches = all.filter((rule) => fits(rule, body)).sort(inOrderOf(body.sort))
  const pageSize = body.pageSize ?? defaultPageSize
  const page = body.page ?? 1
  const from = body.continuationToken ? Number(parseToken(body.continuationToken, 1)[0]) || 0 : (page - 1) * pageSize
  return {
    data: matches.slice(from, from + pageSize),
    totalCount: matches.length,
    page,
    pageSize,
    continuationToken: from + pageSize < matches.length ? tokenAfter([from + pageSize]) : null,
  }
}

type Body = ServiceCall<typeof operations.findRules>['body']

function fits(rule: FaultRule, { search, enabled, hasMissingPoints }: Body): boolean {
  if (typeof enabled === 'boolean' && rule.enabled !== enabled) return false
  if (typeof hasMissingPoints === 'boolean' && rule.missingPoints.length > 0 !== hasMissingPoints) return false
  return containsWords(`${rule.code} ${rule.name} ${rule.description}`, search ?? '')
}

/** Returns the comparison of a sort; the order of the catalogue by default. */
function inOrderOf(sort: Body['sort']): (a: FaultRule, b: FaultRule) => number {
  return (a, b) => {
    for (const { field, direction } of sort ?? []) {
      const compared = String(a[field] ?? '').localeCompare(String(b[field] ?? ''), 'en', { numeric: true })
      if (compared !== 0) return direction === 'desc' ? -compared : compared
    }
    return 0
  }
}

const toRule =
  (world: World, equipmentId: string, language: ServiceLanguage) =>
  ({ rule, missing, enabled, manual }: EquipmentRule): FaultRule => ({
    ruleId: rule.ruleId,
    code: rule.code,
    name: rule.name[language],
    possibleDiagnosis: rule.diagnoses[language].join('\n'),
    description: rule.description[language],
    missingPoints: missing.map(({ role, pointTypeId }) => ({ role, name: roleName(role, language), pointTypeId })),
    enabled,
    isManuallyToggledRule: manual,
    status: ruleStatusOf(world, equipmentId, { missing, enabled }),
    equation: rule.equation,
    operatingStates: [...(rule.operatingStates ?? [])],
    severity: faultSeverityOf(rule),
    source: rule.source,
    featureFlag: rule.featureFlag,
    faults: readFault(world, equipmentId, rule.ruleId)?.status === 'active' ? 1 : 0,
  })

export const setRuleStatus: Handlers<typeof operations>['setRuleStatus'] = (call) => {
  const { headers, params, query, require, world } = call
  require(scopeOfEquipment(world.store, params.equipmentId))
  const equipment = readRuleEquipment(world, params.equipmentId)
  if (!equipment) return fail(4005)
  const now = switchRule(world, equipment, {
    ruleId: params.faultRuleId,
    isOn: query.status,
    isByPerson: query.isManuallyToggledRule,
  })
  return toRule(world, equipment.id, languageFrom(headers['accept-language']))(now)
}
