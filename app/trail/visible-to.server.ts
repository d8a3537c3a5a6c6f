/** How much of the trail a person may read: their tenant, their customers, or their own changes (domain §9.4). */
import type { Visitor } from '~/backend/reader.server'
import { config } from '~/config.server'
import type { EffectiveRole } from '~/domain/effective-role'
import { may } from '~/permissions'
import { identityOf } from './actor.server'
import type { TrailEntry } from './find-entries.server'
import type { VisibleScope } from './matching.server'

interface TrailReader extends Pick<Visitor, 'person' | 'session'> {
  role: EffectiveRole | null
}

/** Returns the scope a person may read; undefined for everything of the tenant. */
export function visibleTo({ person, session, role }: TrailReader): VisibleScope | undefined {
  const self = {
    identity: identityOf(session.person),
    recordIds: person.info.tenantUsers.map(({ id }) => id),
  }
  if (!role || !may(role.role, 'trail.read')) return { customerIds: [], self }
  if (role.role !== 'customer-admin') return undefined
  const administered = person.info.customerUserPermissions.filter((one) => one.roleId === config().roleIds.admin)
  return { customerIds: administered.map((one) => one.customerId), self }
}

/** Returns whether a person may read one record. */
export function isVisible({ actor, customerId }: TrailEntry, reader: TrailReader): boolean {
  const visible = visibleTo(reader)
  if (!visible || visible.customerIds.includes(customerId ?? '')) return true
  // Older records have no identity: there the id of the user record is compared.
  const identity = identityOf(actor)
  return identity === null ? visible.self.recordIds.includes(actor.id) : identity === visible.self.identity
}
