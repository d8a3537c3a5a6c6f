/** The customer a change is about, as it is now and as the trail names it. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { type Customer, tenant } from '#contracts/tenant'
import type { Subject } from '~/audit/record'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { Place } from '~/hrefs'

type Read = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

/** Throws the service's "not found" (4005) where the customer is another tenant's. */
export async function customerAt(read: Read, at: Place): Promise<{ customer: Customer; subject: Subject }> {
  const customer = await read(tenant.getCustomer, { path: { id: at.customerId } })
  if (customer.tenantId !== at.tenantId)
    throw new ServiceError({ service: 'tenant', status: 404, body: { errorCode: 4005 } })
  return { customer, subject: { kind: 'customer', id: customer.id, name: customer.name } }
}
