/** The tenants that the person may enter; all tenants for super-admins (domain §9.4). */
import { type Tenant, type TenantState, tenant } from '#contracts/tenant'
import { bareList, pagesOf } from '~/backend/pages'
import { roleAt } from '~/backend/person.server'
import type { Reader } from '~/backend/reader.server'
import type { TotalCount } from '~/domain/count'
import { href } from '~/hrefs'
import { enterable } from '~/kit/frame/last-place.server'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListSource } from '~/kit/list/source.server'
import { type TenantListRow, tenantFilterFields } from './columns'
import { readableDomain } from './shared/readable-domain.server'

export const tenants: ListSource<typeof tenantFilterFields, TenantListRow, null> = {
  fields: tenantFilterFields,
  fieldsFor: ({ person }) => (person.isSuper ? ['q', 'state'] : ['q']),
  /** Returns one page by name; the own tenants all at once, for they are few. */
  async find({ page, person }, { filter: { q = '', state }, after, pageSize }) {
    if (!person.isSuper) {
      const own = enterable(person).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
      return {
        rows: own.map(({ tenantId, name }) => ({
          ...nameAndHref(tenantId, name),
          role: roleAt(person, { tenantId })?.role ?? null,
        })),
        total: own.length,
        next: null,
      }
    }
    const listPage = await listTenants({ page }, { q, state, after, pageSize })
    return {
      rows: listPage.tenants.map(({ id, name, tenantId, domains, totalUsers, onboardingStatus, isDisabled }) => ({
        ...nameAndHref(id, name),
        role: null,
        code: tenantId,
        domains,
        readableDomains: domains?.map(readableDomain),
        totalUsers,
        onboardingStatus,
        isDisabled,
      })),
      total: listPage.total,
      next: listPage.next,
      incomplete: listPage.isCut,
    }
  },
}

interface TenantQuery {
  q: string
  state: readonly TenantState[] | undefined
  after: string | undefined
  pageSize: number
}

interface TenantResults {
  tenants: Tenant[]
  total: TotalCount | number | null
  next: string | null
  isCut: boolean
}

/** Returns one page by name. The call filters by one state: for several, all are read and sorted here. */
async function listTenants(
  { page }: Pick<Reader, 'page'>,
  { q, state, after, pageSize }: TenantQuery,
): Promise<TenantResults> {
  const search = q || undefined
  if (!state || state.length < 2) {
    const query = { pageSize, search, state: state?.[0], continuationToken: after }
    const { reply, totalCount, continuationToken } = await page(tenant.listTenants, { query })
    return { tenants: reply, total: totalCount, next: continuationToken, isCut: false }
  }
  const perState = await Promise.all(state.map((one) => listAllOfState({ page }, { search, state: one })))
  const isCut = perState.some((one) => one.isCut)
  const all = [...new Map(perState.flatMap(({ tenants }) => tenants).map((one) => [one.id, one])).values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.id < b.id ? -1 : 1),
  )
  const from = startIndexAfter(all, after, ({ id }) => id)
  const tenants = all.slice(from, from + pageSize)
  const next = from + pageSize < all.length ? (tenants.at(-1)?.id ?? null) : null
  return { tenants, total: { count: all.length, isCapped: isCut }, next, isCut }
}

/** The limit of tenants per state that are sorted here. */
const maxPerState = 2_000

async function listAllOfState(
  { page }: Pick<Reader, 'page'>,
  query: { search: string | undefined; state: TenantState },
): Promise<{ tenants: Tenant[]; isCut: boolean }> {
  const tenants: Tenant[] = []
  const read = async (continuationToken: string | undefined) => {
    const listPage = await page(tenant.listTenants, { query: { ...query, pageSize: 200, continuationToken } })
    return { reply: listPage.reply, continuationToken: listPage.continuationToken }
  }
  for await (const { page: listPage, isCut } of pagesOf(read, bareList)) {
    tenants.push(...listPage.reply)
    if (isCut || (tenants.length >= maxPerState && listPage.continuationToken !== null)) return { tenants, isCut: true }
  }
  return { tenants, isCut: false }
}

const nameAndHref = (id: string, name: string) => ({ id, name, href: href('tenant', { tenantId: id }) })
