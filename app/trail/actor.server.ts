/**
 * The actor of a change in the trail: an identity at a provider, and the person's user record in the tenant of the
 * change.
 */
import type { Visitor } from '~/backend/reader.server'
import type { Actor } from './record'

/**
 * Returns the actor of a change in a tenant. The id is the user record in that tenant, wherever the person was before,
 * and '' for people without one, such as a super-admin. The name is the provider's, because admins of the tenant can
 * change the name in the record.
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

/** Returns the identity that identifies a person in every tenant; null for actors recorded without one. */
export function identityOf({ issuer, subject }: Pick<Actor, 'issuer' | 'subject'>): string | null {
  return subject === undefined ? null : `${issuer} ${subject}`
}
