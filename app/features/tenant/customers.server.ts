/** The customers of a tenant as a list; archived ones need `customer.archive` (domain §9.2). */
import { tenant } from '#contracts/tenant'
import { href } from '~/hrefs'
import type { ListSource } from '~/kit/list/source.server'
import { type CustomerListRow, customerFilterFields } from './customer-columns'

export const customers: ListSource<typeof customerFilterFields, CustomerListRow, { tenantId: string }> = {
  fields: customerFilterFields,
  fieldsFor: ({ may }) => (may('customer.archive') ? ['q', 'archived'] : ['q']),
  others: ['changed'],
  /** Returns one page by name, with counts. */
  async find({ page }, { at, filter: { q, archived }, after, pageSize }) {
    const listPage = await page(tenant.listCustomers, {
      path: { id: at.tenantId },
      query: { pageSize, search: q, archived: archived === '1', continuationToken: after },
    })
    return {
      rows: listPage.reply.map(({ customerId, eTag: _, tenantId: __, ...row }) => ({
        ...row,
        code: customerId,
        href: href('customer', { ...at, customerId: row.id }),
      })),
      total: listPage.totalCount,
      next: listPage.continuationToken,
    }
  },
}
