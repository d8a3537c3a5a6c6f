/** The record that a profile page is for: a person has one in each of their tenants (spec §3). */
import type { TenantUser } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { lastPlace } from '~/kit/frame/last-place.server'

/** Returns the record in the tenant of the address, else of the last visit, else the first; null without a record. */
export function profileRecord(reader: Pick<Reader, 'person' | 'session'>, request: Request): TenantUser | null {
  const { tenantUsers } = reader.person.info
  const requestedTenantId = new URL(request.url).searchParams.get('tenant') ?? lastPlace(reader).tenantId
  return tenantUsers.find(({ tenantId }) => tenantId === requestedTenantId) ?? tenantUsers[0] ?? null
}
