/** Reads equipment with its roles and candidate points for a mapping (domain §4.6). */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { site } from '#contracts/site'
import { comparableId } from '#contracts/uuid'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { Free, Role, Unit } from './units'

type Ask = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

/** Maximum number of pieces of equipment read concurrently. */
const lanes = 8

/** Returns the equipment that exists and belongs to the customer, sorted by name. Throws `ServiceError`. */
export async function unitsOf(ask: Ask, customerId: string, ids: readonly string[]): Promise<Unit[]> {
  const own = [...new Set(ids)]
  if (own.length === 0) return []
  const found = (await inParallel(own, lanes, (id) => unitOf(ask, id))).flatMap((unit) => unit ?? [])
  const here = found.filter((unit) => comparableId(unit.customerId ?? customerId) === comparableId(customerId))
  const names = await pointNames(
    ask,
    here.map(({ id }) => id),
  )
  return here
    .map((unit) => ({ ...unit, roles: unit.roles.map((role) => named(role, names.get(`${unit.id} ${role.role}`))) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

const named = (role: Role, name: string | undefined): Role =>
  role.point && name ? { ...role, point: { ...role.point, name } } : role

/** Returns null if it does not exist or is not visible to the person. */
async function unitOf(ask: Ask, id: string): Promise<Unit | null> {
  try {
    const [equipment, needs] = await Promise.all([
      ask(site.getEquipment, { path: { id } }),
      ask(site.pointMappings, { body: { equipmentId: id } }),
    ])
    const roles = [...needs.required, ...needs.optional].map(
      ({ role, pointTypeId, rules, pointId }): Role => ({
        role,
        pointTypeId,
        rules: [...rules],
        point: pointId === null ? null : { id: pointId, name: pointId },
      }),
    )
    const free = needs.unmapped.map(
      ({ pointId, pointName, unit, kind, suggestedRole, confidence }): Free => ({
        id: pointId,
        name: pointName,
        unit: unit ?? null,
        kind,
        suggestedRole,
        confidence,
      }),
    )
    const { name, type, path = [], customerId } = equipment
    return { id, name, type, path, customerId, eTag: needs.eTag ?? equipment.eTag, roles, free }
  } catch (error) {
    if (error instanceof ServiceError && error.isNotThere) return null
    throw error
  }
}

/** Returns the names of mapped points by equipment and role. */
async function pointNames(ask: Ask, equipmentIds: string[]): Promise<Map<string, string>> {
  if (equipmentIds.length === 0) return new Map()
  const mapped = await ask(site.mappedPoints, { body: { equipmentIds } })
  return new Map(mapped.map(({ equipmentId, role, pointName }) => [`${equipmentId} ${role}`, pointName]))
}
