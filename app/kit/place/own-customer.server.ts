/** The customer of an address, checked against its tenant (design §4). */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { type Customer, tenant } from '#contracts/tenant'
import type { Input } from '~/backend/transport.server'
import type { Place } from '~/hrefs'

type Read = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

/** Returns the customer. Throws a 404 if it belongs to another tenant. */
export async function ownCustomer(read: Read, { tenantId, customerId }: Place): Promise<Customer> {
  const customer = await read(tenant.getCustomer, { path: { id: customerId } })
  if (customer.tenantId !== tenantId) throw new Response(null, { status: 404 })
  return customer
}
