/** The customers that have controllers of a model, as far as the reader may see them. */
import { site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { countInReply } from '~/domain/count'
import { href } from '~/hrefs'

/** Customers per page: each one needs a call to be counted. */
const pageSize = 20

/** Returns one page of customers with their controllers of the model; the count is null when it cannot be read. */
export async function modelCustomers(
  { page, panel }: Pick<Reader, 'page' | 'panel'>,
  { tenantId, productId, after }: { tenantId: string; productId: string; after: string | undefined },
) {
  const customers = await page(tenant.listCustomers, {
    path: { id: tenantId },
    query: { pageSize, continuationToken: after },
  })
  const rows = await Promise.all(
    customers.reply.map(async ({ id, name }) => {
      const devices = await panel(site.findDevices, { query: { customerId: id, productId, pageSize: 1 } })
      return {
        id,
        name,
        count: devices.ok ? countInReply(devices.value) : null,
        href: href('customerDevices', { tenantId, customerId: id }, { productId }),
      }
    }),
  )
  const at = { tenantId, productId }
  return {
    rows,
    total: customers.totalCount ?? undefined,
    firstHref: after ? href('model', at) : undefined,
    nextHref: customers.continuationToken ? href('model', at, { after: customers.continuationToken }) : undefined,
  }
}

export type ModelCustomers = Awaited<ReturnType<typeof modelCustomers>>
