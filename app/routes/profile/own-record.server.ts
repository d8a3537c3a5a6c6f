/** The record a profile page is about: a person has one in each of their tenants (spec §3). */
import type { TenantUser } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { lastPlace } from '~/screens/frame/last-place.server'

/** The record in the tenant the address asks for, else in the one last visited, else the first; null for nobody's. */
export function ownRecord(made: Pick<Reader, 'person' | 'session'>, request: Request): TenantUser | null {
  const { tenantUsers } = made.person.info
  const asked = new URL(request.url).searchParams.get('tenant') ?? lastPlace(made).tenantId
  return tenantUsers.find(({ tenantId }) => tenantId === asked) ?? tenantUsers[0] ?? null
}
