/** The tenants somebody may enter as a list: all of them for a super-admin, one's own for everybody else (domain §9.4). */
import { tenant } from '#contracts/tenant'
import { roleAt } from '~/backend/person.server'
import { href } from '~/hrefs'
import { enterable } from '~/screens/frame/last-place.server'
import type { Source } from '~/screens/list/source.server'
import { readableDomain } from '~/things/tenant/readable-domain.server'
import { type TenantRow, tenantFields } from './columns'

export const tenants: Source<typeof tenantFields, TenantRow, null> = {
  fields: tenantFields,
  fieldsFor: ({ person }) => (person.isSuper ? ['q', 'state'] : ['q']),
  /** A page by name; the whole of one's own at once, for they are few. */
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
    const found = await page(tenant.listTenants, {
      query: { pageSize, search: q || undefined, state, continuationToken: after },
    })
    return {
      rows: found.reply.map(({ id, name, tenantId, domains, totalUsers, onboardingStatus, isDisabled }) => ({
        ...named(id, name),
        role: null,
        code: tenantId,
        domains,
        readableDomains: domains?.map(readableDomain),
        totalUsers,
        onboardingStatus,
        isDisabled,
      })),
      total: found.totalCount,
      next: found.continuationToken,
    }
  },
}

const named = (id: string, name: string) => ({ id, name, href: href('tenant', { tenantId: id }) })
