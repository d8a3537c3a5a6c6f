/** Reads equipment with its roles and candidate points for a mapping (domain §4.6). */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { site } from '#contracts/site'
import { comparableId } from '#contracts/uuid'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import { groupPath } from '~/features/point/shared/groups'
import type { MappingRole, MappingUnit, UnmappedPoint } from './units'

type Call = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

/** Maximum number of pieces of equipment read concurrently. */
const maxConcurrent = 8

/** Returns the equipment that exists and belongs to the customer, sorted by name. Throws `ServiceError`. */
export async function mappingUnits(call: Call, customerId: string, ids: readonly string[]): Promise<MappingUnit[]> {
  const own = [...new Set(ids)]
  if (own.length === 0) return []
  const existing = (await inParallel(own, maxConcurrent, (id) => mappingUnit(call, id))).flatMap((unit) => unit ?? [])
  const ofCustomer = existing.filter((unit) => comparableId(unit.customerId ?? customerId) === comparableId(customerId))
  const names = await pointNames(
    call,
    ofCustomer.map(({ id }) => id),
  )
  return ofCustomer
    .map((unit) => ({
      ...unit,
      roles: unit.roles.map((role) => withPointName(role, names.get(`${unit.id} ${role.role}`))),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

const withPointName = (role: MappingRole, name: string | undefined): MappingRole =>
  role.point && name ? { ...role, point: { ...role.point, name } } : role

/** Returns null if it does not exist or is not visible to the person. */
async function mappingUnit(call: Call, id: string): Promise<MappingUnit | null> {
  try {
    const [equipment, needs] = await Promise.all([
      call(site.getEquipment, { path: { id } }),
      call(site.pointMappings, { body: { equipmentId: id } }),
    ])
    const roles = [...needs.required, ...needs.optional].map(
      ({ role, pointTypeId, rules, pointId }): MappingRole => ({
        role,
        pointTypeId,
        rules: [...rules],
        point: pointId === null ? null : { id: pointId, name: pointId },
      }),
    )
    const unmapped = needs.unmapped.map(
      ({ pointId, pointName, unit, kind, groups, suggestedRole, confidence }): UnmappedPoint => ({
        id: pointId,
        name: pointName,
        unit: unit ?? null,
        kind,
        ...(groups && { group: groupPath(groups) }),
        suggestedRole,
        confidence,
      }),
    )
    const { name, type, path = [], customerId } = equipment
    return { id, name, type, path, customerId, eTag: needs.eTag ?? equipment.eTag, roles, unmapped }
  } catch (error) {
    if (error instanceof ServiceError && error.isMissing) return null
    throw error
  }
}

/** Returns the names of mapped points by equipment and role. */
async function pointNames(call: Call, equipmentIds: string[]): Promise<Map<string, string>> {
  if (equipmentIds.length === 0) return new Map()
  const mapped = await call(site.mappedPoints, { body: { equipmentIds } })
  return new Map(mapped.map(({ equipmentId, role, pointName }) => [`${equipmentId} ${role}`, pointName]))
}
