/** Who acts, as the trail writes them down: an identity at a provider, and the record it has where the change is made. */
import type { Visitor } from '~/backend/reader.server'
import type { Actor } from './record'

/**
 * The person's record is the one in the tenant of the change, wherever they were before; whoever has none there, as a
 * super-admin may, acts without. The name is the provider's: a record's name is for the admins of its tenant to give.
 */
export function actorIn(
  { person, session, role }: Pick<Visitor, 'person' | 'session' | 'role'>,
  tenantId: string,
): Actor {
  const { issuer, subject, name } = session.person
  return {
    id: person.info.tenantUsers.find((one) => one.tenantId === tenantId)?.id ?? '',
    issuer,
    subject,
    name,
    role: role?.role ?? 'no-access',
  }
}

/** By which somebody is found in every tenant, whatever records they have; null for who was written down without it. */
export function identityOf({ issuer, subject }: Pick<Actor, 'issuer' | 'subject'>): string | null {
  return subject === undefined ? null : `${issuer} ${subject}`
}
