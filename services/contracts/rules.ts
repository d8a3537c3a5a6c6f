/** Fault rules per equipment, and the internal variables they reckon with (spec §3, §5, domain §2.3–2.5). */
import { z } from 'zod'
import { ListPaging, listOf, PersonRef, sortBy } from './alarms'
import { read, write } from './endpoint'
import { FaultSeverity } from './faults'
import { ETag, freeText, Id, Timestamp } from './scalars'

export const MissingPoint = z.looseObject({
  role: z.string(),
  name: z.string().nullish(),
  pointTypeId: z.string().nullish(),
})
export type MissingPoint = z.infer<typeof MissingPoint>

export const RuleStatus = z.enum(['running', 'waitingForPoints', 'disabled', 'suspended'])
export type RuleStatus = z.infer<typeof RuleStatus>

/** A rule as it stands on one piece of equipment; diagnoses are separated by new lines. */
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

/** Canonical SI; `usedByRules` holds the codes of rules. */
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

export const ruleCalls = {
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
    meaning: 'The fault rules for a piece of equipment, and the points each still needs.',
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
    meaning: 'Switch a rule on or off for a piece of equipment; off puts away the fault it holds.',
  }),
  getInternalVariables: read('GET /internal-variables/equipment/{id}', {
    area: 'internalVariables',
    capability: 'intvar.read',
    reply: InternalVariables,
    meaning: 'The thresholds, limits and delays that the rules of a piece of equipment reckon with.',
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
    meaning: 'Change internal variables; a value of null goes back to the default.',
  }),
}
