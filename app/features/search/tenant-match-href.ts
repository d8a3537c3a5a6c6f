/** The address of a result in all customers of a tenant. */
import type { SearchMatch } from '#contracts/search'
import { href, nodeHref } from '~/hrefs'

/** Returns null where it has none: without the customer of a result, only a controller can be linked. */
export function tenantMatchHref(tenantId: string, { id, type, path, customer }: SearchMatch): string | null {
  if (customer) return nodeHref({ tenantId, customerId: customer.id }, path, { id, type })
  return type === 'device' ? href('deviceById', { tenantId, deviceId: id }) : null
}
