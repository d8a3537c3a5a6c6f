/** Data of the mapping pages: roles with names, and the readiness of each piece of equipment. */
import { site } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { MappingData } from './mapping-form'
import { roleNames } from './role-names.server'
import { type MappingUnit, pointTypeCheck, readinessOf, roleLines } from './units'

export async function mappingData(
  { call: read, may, features, language }: Pick<Reader, 'call' | 'may' | 'features' | 'language'>,
  customerId: string,
  units: readonly MappingUnit[],
): Promise<MappingData> {
  const types = await asPanel(read(site.listPointTypes))
  const knownTypes = types.ok ? types.value : []
  const nameOf = await roleNames({ read, may, features, language }, customerId, knownTypes)
  return {
    lines: roleLines(units, pointTypeCheck(knownTypes)).map((line) => ({ ...line, name: nameOf(line) })),
    units: units.map((unit) => ({
      id: unit.id,
      name: unit.name,
      place: unit.path.at(-1)?.name ?? '',
      ...readinessOf(unit),
    })),
  }
}
