/** Data of the mapping pages: roles with names, and the readiness of each piece of equipment. */
import { operations } from '#contracts/operations'
import { site } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { MappingData } from './mapping-form'
import { type MappingUnit, pointTypeCheck, readinessOf, roleLines } from './units'

/** Returns the data. Role names of rules are preferred, because they say more than the point type. */
export async function mappingData(
  reader: Reader,
  customerId: string,
  units: readonly MappingUnit[],
): Promise<MappingData> {
  const mayReadRules = reader.may('rule.read') && reader.features.faultRules
  const [types, rules] = await Promise.all([
    asPanel(reader.call(site.listPointTypes)),
    mayReadRules ? asPanel(reader.call(operations.listRules, { query: { customerId } })) : null,
  ])
  const typeName = new Map(types.ok ? types.value.map(({ id, name }) => [id, name]) : [])
  const ruleList = rules?.ok ? rules.value.data : []
  const roleName = new Map(ruleList.flatMap(({ points = [] }) => points.map(({ role, name }) => [role, name] as const)))
  return {
    lines: roleLines(units, pointTypeCheck(types.ok ? types.value : [])).map((line) => ({
      ...line,
      name: roleName.get(line.role) || typeName.get(line.pointTypeId) || line.pointTypeId.replaceAll('_', ' '),
    })),
    units: units.map((unit) => ({
      id: unit.id,
      name: unit.name,
      place: unit.path.at(-1)?.name ?? '',
      ...readinessOf(unit),
    })),
  }
}
