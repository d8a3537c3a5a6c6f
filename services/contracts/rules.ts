/** Fault rules per equipment, and the internal variables they use (spec §3, §5, domain §2.3–2.5). */
import { z } from 'zod'
import { ListPaging, listOf, PersonRef, sortBy } from './alarms'
import { read, write } from './endpoint'
import { FaultCategory, FaultSeverity } from './faults'
import { ETag, Flag, freeText, Id, oneOrMany, Paging, PathNode, page, Timestamp } from './scalars'

export const MissingPoint = z.looseObject({
  role: z.string(),
  name: z.string().nullish(),
  pointTypeId: z.string().nullish(),
})
export type MissingPoint = z.infer<typeof MissingPoint>

export const RuleStatus = z.enum(['running', 'waitingForPoints', 'disabled', 'suspended'])
export type RuleStatus = z.infer<typeof RuleStatus>

/** A rule as it applies to one piece of equipment; diagnoses are separated by newlines. */
export const FaultRule = z.looseObject({
  ruleId: z.string(),
  code: z.string().optional(),
  name: z.string().nullish(),
  possibleDiagnosis: z.string().nullish(),
  description: z.string().nullish(),
  missingPoints: z
    .array(MissingPoint)
    .nullish()
    .transform((points) => points ?? []),
  enabled: z.boolean(),
  isManuallyToggledRule: z.boolean().nullish(),
  status: RuleStatus.nullish(),
  equation: z.string().nullish(),
  operatingStates: z.array(z.number().int()).nullish(),
  severity: FaultSeverity.nullish(),
  source: z.string().nullish(),
  featureFlag: z.string().nullish(),
  faults: z.number().int().nullish(),
})
export type FaultRule = z.infer<typeof FaultRule>

/** Canonical SI units; `usedByRules` has the codes of rules. */
export const InternalVariable = z.looseObject({
  key: z.string(),
  name: z.string(),
  value: z.number(),
  defaultValue: z.number(),
  unit: z.string().nullish(),
  min: z.number(),
  max: z.number(),
  step: z.number(),
  group: z.enum(['threshold', 'delay', 'limit']),
  usedByRules: z.array(z.string()),
  isOverridden: z.boolean(),
})
export type InternalVariable = z.infer<typeof InternalVariable>

export const InternalVariables = z.looseObject({
  equipmentId: Id,
  eTag: ETag,
  equipmentType: z.string().nullish(),
  updatedAt: Timestamp.nullish(),
  updatedBy: PersonRef.nullish(),
  variables: z.array(InternalVariable),
})
export type InternalVariables = z.infer<typeof InternalVariables>

/** An internal variable with its default value. */
export const RuleVariable = InternalVariable.pick({
  key: true,
  name: true,
  defaultValue: true,
  unit: true,
  min: true,
  max: true,
  step: true,
  group: true,
})
export type RuleVariable = z.infer<typeof RuleVariable>

const Count = z.number().int()

/** A rule that applies to equipment of a place. */
export const NamedRule = z.looseObject({
  ruleId: z.string(),
  code: z.string().optional(),
  name: z.string().nullish(),
  possibleDiagnosis: z.string().nullish(),
  description: z.string().nullish(),
  equation: z.string().nullish(),
  operatingStates: z.array(z.number().int()).nullish(),
  severity: FaultSeverity.nullish(),
  category: FaultCategory.nullish(),
  source: z.string().nullish(),
  featureFlag: z.string().nullish(),
  /** All points it needs. */
  points: z.array(MissingPoint).optional(),
  variables: z.array(RuleVariable).optional(),
})
export type NamedRule = z.infer<typeof NamedRule>

const RuleCounts = {
  equipmentTypes: z.array(z.string()).optional(),
  equipment: Count,
  running: Count,
  waiting: Count,
  disabled: Count,
  suspended: Count,
  manual: Count,
  activeFaults: Count,
  missing: z.record(z.string(), Count),
}

/**
 * A rule across all equipment of a place. Each piece is in one of `running`, `waiting`, `disabled` and `suspended`;
 * `manual` counts those switched by a person, `missing` counts by role those that lack its point.
 */
export const RuleSummary = NamedRule.extend(RuleCounts)
export type RuleSummary = z.infer<typeof RuleSummary>

/** A rule as a list has it: with its counts unless they were left out. */
export const ListedRule = NamedRule.extend(z.object(RuleCounts).partial().shape)

/** The state of one rule on one piece of equipment, with its place. */
export const RuleState = z.looseObject({
  ruleId: z.string(),
  equipmentId: Id,
  equipmentName: z.string().nullish(),
  equipmentType: z.string().nullish(),
  customerId: Id.optional(),
  siteId: Id,
  siteName: z.string().nullish(),
  location: z.string().nullish(),
  path: z.array(PathNode).optional(),
  enabled: z.boolean(),
  isManuallyToggledRule: z.boolean().nullish(),
  status: RuleStatus,
  missingPoints: z.array(MissingPoint),
  /** Its active fault. */
  activeFaultId: Id.nullish(),
})
export type RuleState = z.infer<typeof RuleState>

const RulesOf = {
  customerId: Id.optional(),
  groupId: Id.optional(),
  siteId: Id.optional(),
  equipmentType: z.string().max(100).optional(),
}

export const ruleCalls = {
  listRules: read('GET /x/rules', {
    area: 'faultRules',
    capability: 'rule.read',
    extension: true,
    query: z.object({ ...RulesOf, withoutCounts: Flag }),
    reply: page(ListedRule),
    meaning:
      'List the rules for the equipment of a place in one reply, with the number of pieces of equipment that each ' +
      'runs on, waits on or is off for; only their descriptions with withoutCounts.',
  }),
  findRuleStates: read('GET /x/rule-states', {
    area: 'faultRules',
    capability: 'rule.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...RulesOf,
      ruleId: z.string().max(200),
      status: oneOrMany(RuleStatus),
      search: z.string().trim().max(200).optional(),
      /** Only these, in any order. */
      equipmentIds: z.string().max(40_000).optional(),
    }),
    reply: page(RuleState),
    meaning: 'List the equipment that a rule applies to with the state of the rule there, sorted by type and name.',
  }),
  setRuleStates: write('POST /x/rule-states', {
    area: 'faultRules',
    capability: 'rule.toggle',
    extension: true,
    body: z.object({
      ruleId: z.string().min(1).max(200),
      equipmentIds: z.array(Id).min(1).max(500, { error: 'errors.alarms.tooManyIds' }),
      status: z.boolean(),
    }),
    reply: z.looseObject({ data: z.array(RuleState) }),
    errors: [4100, 4202, 4710],
    meaning: 'Switch one rule on or off manually for many pieces of equipment, each independently.',
  }),
  findRules: read('POST /rules/equipment/{id}', {
    area: 'faultRules',
    capability: 'rule.read',
    body: z.object({
      search: freeText(200).nullish(),
      enabled: z.boolean().nullish(),
      hasMissingPoints: z.boolean().nullish(),
      sort: sortBy(['ruleId', 'name', 'severity', 'status', 'enabled', 'faults']),
      ...ListPaging,
    }),
    reply: listOf(FaultRule),
    meaning: 'List the fault rules for a piece of equipment, and the points each still needs.',
  }),
  setRuleStatus: write('POST /rules/{faultRuleId}/equipment/{equipmentId}/status', {
    area: 'faultRules',
    capability: 'rule.toggle',
    query: z.object({
      status: z.enum(['true', 'false']).transform((word) => word === 'true'),
      isManuallyToggledRule: z
        .enum(['true', 'false'])
        .default('true')
        .transform((word) => word === 'true'),
    }),
    reply: FaultRule,
    errors: [4202, 4710],
    meaning: 'Switch a rule on or off for a piece of equipment; switching it off suppresses its active fault.',
  }),
  getInternalVariables: read('GET /internal-variables/equipment/{id}', {
    area: 'internalVariables',
    capability: 'intvar.read',
    reply: InternalVariables,
    meaning: 'Get the thresholds, limits and delays that the rules of a piece of equipment use.',
  }),
  saveInternalVariables: write('PUT /internal-variables/equipment/{id}', {
    area: 'internalVariables',
    capability: 'intvar.write',
    body: z.object({
      eTag: ETag.nullish(),
      variables: z.array(z.object({ key: z.string().max(100), value: z.number().nullable() })).max(100),
    }),
    reply: InternalVariables,
    errors: [4009, 4010, 4202, 4711],
    meaning: 'Update internal variables; a value of null restores the default.',
  }),
}
