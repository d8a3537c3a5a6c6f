/** The rules across a place: on how many pieces of equipment each runs, waits or is off (domain §2.3, §17). */
import type { operations } from '../../contracts/operations'
import type { NamedRule } from '../../contracts/rules'
import type { Handlers } from '../../kit/call'
import { languageFrom, type ServiceLanguage } from '../../kit/messages'
import { faultSeverityOf } from '../faults/fault-records'
import { ruleUnitOf } from '../units'
import { variables } from '../variables/variables'
import { requiredPointsOf } from './readiness'
import { roleName } from './role-names'
import type { Rule } from './rule-catalogue'
import { activeFaultsIn, type RuleCoverage, ruleCoverageIn, rulesForTypes, rulesIn } from './rule-coverage'

export const listRules: Handlers<typeof operations>['listRules'] = (call) => {
  const language = languageFrom(call.headers['accept-language'])
  if (call.query.withoutCounts) {
    const data = rulesIn(call).map((rule) => described(rule, language))
    return { data, totalCount: data.length, continuationToken: null }
  }
  const coverage = ruleCoverageIn(call)
  const faults = activeFaultsIn(call)
  const data = rulesForTypes(coverage.types.keys()).map((rule) => ({
    ...described(rule, language),
    ...countsOn(rule, coverage),
    manual: coverage.manual(rule),
    activeFaults: faults.get(rule.ruleId) ?? 0,
  }))
  return { data, totalCount: data.length, continuationToken: null }
}

function described(rule: Rule, language: ServiceLanguage) {
  return {
    ruleId: rule.ruleId,
    code: rule.code,
    name: rule.name[language],
    possibleDiagnosis: rule.diagnoses[language].join('\n'),
    description: rule.description[language],
    equation: rule.equation,
    operatingStates: [...(rule.operatingStates ?? [])],
    severity: faultSeverityOf(rule),
    category: rule.category,
    source: rule.source,
    featureFlag: rule.featureFlag,
    points: requiredPointsOf(rule).map(({ role, pointTypeId }) => ({
      role,
      name: roleName(role, language),
      pointTypeId,
    })),
    variables: variables
      .filter(({ key, units }) => rule.variables.includes(key) && units.includes(rule.unit))
      .map(({ units: _, name, ...variable }) => ({ ...variable, name: name[language] })),
  } satisfies NamedRule
}

function countsOn(rule: Rule, { types, mappedGroups, ready }: RuleCoverage) {
  const own = [...types].filter(([type]) => ruleUnitOf(type) === rule.unit)
  const equipment = own.reduce((sum, [, n]) => sum + n, 0)
  const ofUnit = mappedGroups.filter(({ type }) => ruleUnitOf(type) === rule.unit)
  const { running, disabled, suspended } = ready(rule)
  const lacking = requiredPointsOf(rule).map(({ role }): [string, number] => [
    role,
    equipment - ofUnit.reduce((sum, { roles, ids }) => sum + (roles.has(role) ? ids.length : 0), 0),
  ])
  return {
    equipmentTypes: own.map(([type]) => type).sort(),
    equipment,
    running: running.length,
    disabled: disabled.length,
    suspended: suspended.length,
    waiting: equipment - running.length - disabled.length - suspended.length,
    missing: Object.fromEntries(lacking.filter(([, n]) => n > 0)),
  }
}
