/** The tenants that the person may enter; all tenants for super-admins (domain §9.4). */
import { type Tenant, type TenantState, tenant } from '#contracts/tenant'
import { bareList, pagesOf } from '~/backend/pages'
import { roleAt } from '~/backend/person.server'
import type { Reader } from '~/backend/reader.server'
import type { Counted } from '~/domain/counted'
import { href } from '~/hrefs'
import { enterable } from '~/screens/frame/last-place.server'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Source } from '~/screens/list/source.server'
import { readableDomain } from '~/things/tenant/readable-domain.server'
import { type TenantRow, tenantFields } from './columns'

export const tenants: Source<typeof tenantFields, TenantRow, null> = {
  fields: tenantFields,
  fieldsFor: ({ person }) => (person.isSuper ? ['q', 'state'] : ['q']),
  /** Returns one page by name; the own tenants all at once, for they are few. */
  async find({ page, person }, { filter: { q = '', state }, after, pageSize }) {
    if (!person.isSuper) {
      const own = enterable(person).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
      return {
        rows: own.map(({ tenantId, name }) => ({
          ...named(tenantId, name),
          role: roleAt(person, { tenantId })?.role ?? null,
        })),
        total: own.length,
        next: null,
      }
    }
    const found = await listed({ page }, { q, state, after, pageSize })
    return {
      rows: found.tenants.map(({ id, name, tenantId, domains, totalUsers, onboardingStatus, isDisabled }) => ({
        ...named(id, name),
        role: null,
        code: tenantId,
        domains,
        readableDomains: domains?.map(readableDomain),
        totalUsers,
        onboardingStatus,
        isDisabled,
      })),
      total: found.total,
      next: found.next,
      isPartial: found.isCut,
    }
  },
}

interface Asked {
  q: string
  state: readonly TenantState[] | undefined
  after: string | undefined
  pageSize: number
}

interface Listed {
  tenants: Tenant[]
  total: Counted | number | null
  next: string | null
  isCut: boolean
}

/** Returns one page by name. The call filters by one state: for several, all are read and sorted here. */
async function listed({ page }: Pick<Reader, 'page'>, { q, state, after, pageSize }: Asked): Promise<Listed> {
  const search = q || undefined
  if (!state || state.length < 2) {
    const query = { pageSize, search, state: state?.[0], continuationToken: after }
    const { reply, totalCount, continuationToken } = await page(tenant.listTenants, { query })
    return { tenants: reply, total: totalCount, next: continuationToken, isCut: false }
  }
  const ofEach = await Promise.all(state.map((one) => everyOf({ page }, { search, state: one })))
  const isCut = ofEach.some((one) => one.isCut)
  const all = [...new Map(ofEach.flatMap(({ tenants }) => tenants).map((one) => [one.id, one])).values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.id < b.id ? -1 : 1),
  )
  const from = startAfter(all, after, ({ id }) => id)
  const tenants = all.slice(from, from + pageSize)
  const next = from + pageSize < all.length ? (tenants.at(-1)?.id ?? null) : null
  return { tenants, total: { count: all.length, isCapped: isCut }, next, isCut }
}

/** The limit of tenants per state that are sorted here. */
const mostOfState = 2_000

async function everyOf(
  { page }: Pick<Reader, 'page'>,
  query: { search: string | undefined; state: TenantState },
): Promise<{ tenants: Tenant[]; isCut: boolean }> {
  const tenants: Tenant[] = []
  const read = async (continuationToken: string | undefined) => {
    const found = await page(tenant.listTenants, { query: { ...query, pageSize: 200, continuationToken } })
    return { reply: found.reply, continuationToken: found.continuationToken }
  }
  for await (const { page: found, isCut } of pagesOf(read, bareList)) {
    tenants.push(...found.reply)
    if (isCut || (tenants.length >= mostOfState && found.continuationToken !== null)) return { tenants, isCut: true }
  }
  return { tenants, isCut: false }
}

const named = (id: string, name: string) => ({ id, name, href: href('tenant', { tenantId: id }) })
