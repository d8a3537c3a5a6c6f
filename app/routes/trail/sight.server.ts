/** How far a person sees into the trail: their tenant, their customers, or what they did themselves (domain §9.4). */

import type { TrailFilter } from '~/audit/trail.server'
import type { Reader } from '~/backend/reader.server'
import { config } from '~/config.server'

export function sightOf({ person, role, may }: Pick<Reader, 'person' | 'role' | 'may'>): TrailFilter['sight'] {
  if (!may('trail.read')) return { customerIds: [], actorId: person.id }
  if (role.role !== 'customer-admin') return undefined
  const administered = person.info.customerUserPermissions.filter((one) => one.roleId === config().roleIds.admin)
  return { customerIds: administered.map((one) => one.customerId), actorId: person.id }
}
