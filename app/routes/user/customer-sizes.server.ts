import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { CustomerSize } from '~/domain/role-effect'

export interface CustomerSizes {
  customers: CustomerSize[]
  /** There are more than were asked for. */
  isCut: boolean
}

const pageSize = 200
const mostPages = 5

/** The customers of a tenant with how many sites each has; null while the service cannot list them. */
export async function customerSizes({ page }: Reader, tenantId: string): Promise<CustomerSizes | null> {
  const customers: CustomerSize[] = []
  let token: string | undefined
  try {
    for (let read = 0; read < mostPages; read += 1) {
      const found = await page(tenant.listCustomers, {
        path: { id: tenantId },
        query: { pageSize, continuationToken: token },
      })
      customers.push(...found.reply.map(({ id, name, siteCount }) => ({ id, name, siteCount })))
      token = found.continuationToken ?? undefined
      if (!token) return { customers, isCut: false }
    }
    return { customers, isCut: true }
  } catch (error) {
    if (error instanceof ServiceError || (error instanceof Response && error.status >= 500)) return null
    throw error
  }
}
