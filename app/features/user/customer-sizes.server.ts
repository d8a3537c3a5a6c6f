import { tenant } from '#contracts/tenant'
import { bareList, pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { CustomerSize } from '~/domain/role-effect'

export interface CustomerSizes {
  customers: CustomerSize[]
  /** Whether there are further customers. */
  isCut: boolean
}

const pageSize = 200
const maxCustomers = 1_000

/** Returns the customers of a tenant with their number of sites; null while they cannot be listed. */
export async function customerSizes({ page }: Reader, tenantId: string): Promise<CustomerSizes | null> {
  const customers: CustomerSize[] = []
  const read = (after: string | undefined) =>
    page(tenant.listCustomers, { path: { id: tenantId }, query: { pageSize, continuationToken: after } })
  try {
    for await (const { page: reply, isCut } of pagesOf(read, bareList)) {
      customers.push(...reply.reply.map(({ id, name, siteCount }) => ({ id, name, siteCount })))
      const isEnough = customers.length >= maxCustomers && reply.continuationToken !== null
      if (isCut || isEnough) return { customers, isCut: true }
    }
    return { customers, isCut: false }
  } catch (error) {
    if (error instanceof ServiceError || (error instanceof Response && error.status >= 500)) return null
    throw error
  }
}
