/** The first page after sign-in: the last visited place, otherwise the tenants (spec §4). */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import type { CurrentUser } from '~/domain/current-user'
import { href } from '~/hrefs'
import { enterable, lastPlace } from './last-place.server'

/** Returns its address, or null where there is nothing to open. `choose` in the query requests the list of tenants. */
export async function firstPage(reader: Reader, query: URLSearchParams): Promise<string | null> {
  const lastVisit = lastPlace(reader)
  if (lastVisit.role === 'no-access' || !lastVisit.tenantId) return null
  const to = query.has('choose') ? null : await lastVisitedPage(reader, lastVisit)
  return to ?? tenantsPage(reader, lastVisit, query)
}

/** Returns the list of tenants, or the only tenant. */
function tenantsPage({ person }: Reader, lastVisit: CurrentUser, query: URLSearchParams): string {
  const isOnly = !person.isSuper && enterable(person).length === 1
  return isOnly && lastVisit.tenantId
    ? href('tenant', { tenantId: lastVisit.tenantId })
    : href('tenants', {}, { q: query.get('q')?.slice(0, 200) })
}

/**
 * Returns the last visited customer, otherwise the only one, otherwise the tenant; null for a super-admin without a
 * last visit.
 */
async function lastVisitedPage(reader: Reader, lastVisit: CurrentUser): Promise<string | null> {
  const tenantId = lastVisit.tenantId as string
  const customerId = lastVisit.customerId ?? (lastVisit.customers.length === 1 ? lastVisit.customers[0]?.id : null)
  if (customerId && (await customerExists(reader, { tenantId, customerId })))
    return href('customer', { tenantId, customerId })
  return reader.person.isSuper && reader.session.lastTenantId !== tenantId ? null : href('tenant', { tenantId })
}

/** The known customers of a super-admin do not include the last one, so its existence is checked. */
async function customerExists(
  { person, panel }: Reader,
  at: { tenantId: string; customerId: string },
): Promise<boolean> {
  if (!person.isSuper) return true
  const response = await panel(tenant.getCustomer, { path: { id: at.customerId } })
  return response.ok && response.value.tenantId === at.tenantId
}
