/** How far a person sees into the trail: their tenant, their customers, or what they did themselves (domain §9.4). */
import type { Person } from '~/backend/person.server'
import { config } from '~/config.server'
import type { EffectiveRole } from '~/domain/effective-role'
import { may } from '~/permissions'
import type { TrailEntry, TrailFilter } from './trail.server'

interface Looking {
  person: Person
  role: EffectiveRole | null
}

/** Undefined: everything of the tenant. */
export function sightOf({ person, role }: Looking): TrailFilter['sight'] {
  if (!role || !may(role.role, 'trail.read')) return { customerIds: [], actorId: person.id }
  if (role.role !== 'customer-admin') return undefined
  const administered = person.info.customerUserPermissions.filter((one) => one.roleId === config().roleIds.admin)
  return { customerIds: administered.map((one) => one.customerId), actorId: person.id }
}

/** Whether one record is within it. */
export function isSeen(entry: TrailEntry, looking: Looking): boolean {
  const sight = sightOf(looking)
  return !sight || entry.actor.id === sight.actorId || sight.customerIds.includes(entry.customerId ?? '')
}
