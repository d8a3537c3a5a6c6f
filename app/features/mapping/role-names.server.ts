/** The names of roles: those of rules are preferred, because they say more than the point type. */
import { operations } from '#contracts/operations'
import type { PointType } from '#contracts/points'
import { asPanel } from '~/backend/reader.server'
import type { PlanContext } from '~/change/plan-context'
import { pointTypeNames } from '~/features/point/shared/type-names'
import type { MappingRole } from './units'

/** Returns the name of each role. */
export async function roleNames(
  { read, may, features, language }: Pick<PlanContext<unknown>, 'read' | 'may' | 'features' | 'language'>,
  customerId: string,
  types: readonly PointType[],
): Promise<(role: Pick<MappingRole, 'role' | 'pointTypeId'>) => string> {
  const mayReadRules = may('rule.read') && features.faultRules
  const rules = mayReadRules
    ? await asPanel(read(operations.listRules, { query: { customerId, withoutCounts: true } }))
    : null
  const ruleList = rules?.ok ? rules.value.data : []
  const ofRules = new Map(ruleList.flatMap(({ points = [] }) => points.map(({ role, name }) => [role, name] as const)))
  const typeName = pointTypeNames(language, { ok: true, value: types })
  return ({ role, pointTypeId }) => ofRules.get(role) || typeName(pointTypeId)
}
