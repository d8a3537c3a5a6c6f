/** The rules for a piece of equipment, and their switch (domain §2.3). */
import type { operations } from '../contracts/operations'
import type { FaultRule, RuleStatus } from '../contracts/rules'
import type { Call, Handlers } from '../kit/call'
import { type Language, languageFrom } from '../kit/messages'
import { defaultPageSize, keyOf, tokenAfter } from '../kit/paging'
import { refuse } from '../kit/refusal'
import { scopeOfEquipment } from '../kit/scope'
import { isArchived } from '../kit/several'
import type { World } from '../kit/world'
import { readFault, suppressFault } from './fault-records'
import { watchEquipment } from './fault-watch'
import { rulesOn, type StandingRule } from './readiness'
import { roleName } from './role-names'
import { ruleOf } from './rule-catalogue'
import { readEquipment } from './units'

const severities = { 2: 'high', 3: 'medium', 4: 'low' } as const

export const findRules: Handlers<typeof operations>['findRules'] = ({ body, headers, params, require, world }) => {
  require(scopeOfEquipment(world.store, params.id))
  const equipment = readEquipment(world, params.id)
  if (!equipment) return refuse(4005)
  const language = languageFrom(headers['accept-language'])
  const all = rulesOn(world, equipment).map(toRule(world, equipment.id, language))
  const found = all.filter((rule) => fits(rule, body)).sort(inOrderOf(body.sort))
  const pageSize = body.pageSize ?? defaultPageSize
  const page = body.page ?? 1
  const from = body.continuationToken ? Number(keyOf(body.continuationToken, 1)[0]) || 0 : (page - 1) * pageSize
  return {
    data: found.slice(from, from + pageSize),
    totalCount: found.length,
    page,
    pageSize,
    continuationToken: from + pageSize < found.length ? tokenAfter([from + pageSize]) : null,
  }
}

type Body = Call<typeof operations.findRules>['body']

function fits(rule: FaultRule, { search, enabled, hasMissingPoints }: Body): boolean {
  if (typeof enabled === 'boolean' && rule.enabled !== enabled) return false
  if (typeof hasMissingPoints === 'boolean' && rule.missingPoints.length > 0 !== hasMissingPoints) return false
  const text = `${rule.code} ${rule.name} ${rule.description}`.toLowerCase()
  return (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The order of the catalogue unless said otherwise. */
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
  (world: World, equipmentId: string, language: Language) =>
  ({ rule, missing, enabled, manual }: StandingRule): FaultRule => ({
    ruleId: rule.ruleId,
    code: rule.code,
    name: rule.name[language],
    possibleDiagnosis: rule.diagnoses[language].join('\n'),
    description: rule.description[language],
    missingPoints: missing.map(({ role, pointTypeId }) => ({ role, name: roleName(role, language), pointTypeId })),
    enabled,
    isManuallyToggledRule: manual,
    status: statusOf(world, equipmentId, { missing: missing.length > 0, enabled }),
    equation: rule.equation,
    operatingStates: [...(rule.operatingStates ?? [])],
    severity: severities[rule.level],
    source: rule.source,
    featureFlag: rule.featureFlag,
    faults: readFault(world, equipmentId, rule.ruleId)?.status === 'active' ? 1 : 0,
  })

function statusOf(
  { store }: World,
  equipmentId: string,
  { missing, enabled }: { missing: boolean; enabled: boolean },
): RuleStatus {
  if (missing) return 'waitingForPoints'
  if (!enabled) return 'disabled'
  const silent = store.get(
    `SELECT 1 FROM device JOIN equipment_device ON equipment_device.device_id = device.id
     WHERE equipment_id = ? AND device.offline_since IS NOT NULL LIMIT 1`,
    equipmentId,
  )
  return silent ? 'suspended' : 'running'
}

export const setRuleStatus: Handlers<typeof operations>['setRuleStatus'] = (call) => {
  const { headers, params, query, require, world } = call
  const { store } = world
  const scope = scopeOfEquipment(store, params.equipmentId)
  require(scope)
  const equipment = readEquipment(world, params.equipmentId)
  const standing = equipment && rulesOn(world, equipment).find(({ rule }) => rule.ruleId === params.faultRuleId)
  if (!equipment || !standing || !ruleOf(params.faultRuleId)) return refuse(4005)
  if (isArchived(world, equipment.customer_id)) refuse(4202)
  const language = languageFrom(headers['accept-language'])
  const mayChange = query.isManuallyToggledRule || !standing.manual
  if (mayChange) {
    if (query.status && standing.missing.length > 0) refuse(4710, { errors: { status: 'errors.rules.missingPoints' } })
    store.run(
      `INSERT INTO rule_setting (equipment_id, rule_id, enabled, manual) VALUES (?,?,?,?)
       ON CONFLICT DO UPDATE SET enabled = excluded.enabled, manual = excluded.manual`,
      equipment.id,
      standing.rule.ruleId,
      query.status ? 1 : 0,
      query.isManuallyToggledRule ? 1 : 0,
    )
    const fault = readFault(world, equipment.id, standing.rule.ruleId)
    if (!query.status && fault?.status === 'active') suppressFault(world, fault)
    watchEquipment(world, equipment.id)
  }
  const now = rulesOn(world, equipment).find(({ rule }) => rule === standing.rule) ?? standing
  return toRule(world, equipment.id, language)(now)
}
