/** The customers of a tenant as a list; archived ones need `customer.archive` (domain §9.2). */
import { tenant } from '#contracts/tenant'
import { href } from '~/hrefs'
import type { Source } from '~/screens/list/source.server'
import { type CustomerRow, customerFields } from './customer-columns'

export const customers: Source<typeof customerFields, CustomerRow, { tenantId: string }> = {
  fields: customerFields,
  fieldsFor: ({ may }) => (may('customer.archive') ? ['q', 'archived'] : ['q']),
  others: ['changed'],
  /** Returns one page by name, with counts. */
  async find({ page }, { at, filter: { q, archived }, after, pageSize }) {
    const found = await page(tenant.listCustomers, {
      path: { id: at.tenantId },
      query: { pageSize, search: q, archived: archived === '1', continuationToken: after },
    })
    return {
      rows: found.reply.map(({ customerId, eTag: _, tenantId: __, ...row }) => ({
        ...row,
        code: customerId,
        href: href('customer', { ...at, customerId: row.id }),
      })),
      total: found.totalCount,
      next: found.continuationToken,
    }
  },
}
