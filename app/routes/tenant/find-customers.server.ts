/** The customers of a tenant that somebody may see, archived ones only for those who archive (domain §9.2). */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'

export interface CustomerSearch {
  q: string
  archived: boolean
  after: string | undefined
}

export function customerSearch(request: Request, { may }: Pick<Reader, 'may'>): CustomerSearch {
  const query = new URL(request.url).searchParams
  return {
    q: query.get('q')?.trim().slice(0, 200) ?? '',
    archived: may('customer.archive') && query.get('archived') === '1',
    after: query.get('after') ?? undefined,
  }
}

/** One page of them by name, with what they hold. */
export async function findCustomers(
  { page }: Pick<Reader, 'page'>,
  tenantId: string,
  { q, archived, after }: CustomerSearch,
  pageSize: number,
) {
  const found = await page(tenant.listCustomers, {
    path: { id: tenantId },
    query: { pageSize, search: q || undefined, archived, continuationToken: after },
  })
  return {
    rows: found.reply.map(({ customerId, eTag: _, tenantId: __, ...row }) => ({ ...row, code: customerId })),
    total: found.totalCount ?? undefined,
    next: found.continuationToken,
  }
}
