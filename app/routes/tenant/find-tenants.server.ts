/** The tenants somebody may enter: all of them for a super-admin, one's own for everybody else (domain §9.4). */

import type { z } from 'zod'
import { type OnboardingStatus, TenantState, tenant } from '#contracts/tenant'
import { roleAt } from '~/backend/person.server'
import type { Reader } from '~/backend/reader.server'
import type { RoleName } from '~/permissions'
import { enterable } from '~/screens/frame/last-place.server'

/** Only a super-admin is told more than name and role. */
export interface TenantRow {
  id: string
  name: string
  role: RoleName | null
  code?: string
  domains?: string[]
  totalUsers?: number
  onboardingStatus?: z.infer<typeof OnboardingStatus>
  isDisabled?: boolean
}

export interface TenantSearch {
  q: string
  state: TenantState | null
  after: string | undefined
}

export function tenantSearch(request: Request): TenantSearch {
  const query = new URL(request.url).searchParams
  return {
    q: query.get('q')?.trim().slice(0, 200) ?? '',
    state: TenantState.safeParse(query.get('state')).data ?? null,
    after: query.get('after') ?? undefined,
  }
}

export interface TenantsFound {
  rows: TenantRow[]
  total: number | undefined
  next: string | null | undefined
}

/** What is found where nothing can be looked for. */
export const noTenants: TenantsFound = { rows: [], total: 0, next: null }

/** One page of them by name; the whole of one's own at once, for they are few. */
export async function findTenants(
  { page, person }: Pick<Reader, 'page' | 'person'>,
  { q, state, after }: TenantSearch,
  pageSize: number,
): Promise<TenantsFound> {
  if (!person.isSuper) {
    const rows = enterable(person)
      .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
      .map(({ tenantId, name }) => ({ id: tenantId, name, role: roleAt(person, { tenantId })?.role ?? null }))
    return { rows, total: rows.length, next: null }
  }
  const found = await page(tenant.listTenants, {
    query: { pageSize, search: q || undefined, state: state ?? undefined, continuationToken: after },
  })
  return {
    rows: found.reply.map(({ id, name, tenantId, domains, totalUsers, onboardingStatus, isDisabled }) => ({
      id,
      name,
      role: null,
      code: tenantId,
      domains,
      totalUsers,
      onboardingStatus,
      isDisabled,
    })),
    total: found.totalCount ?? undefined,
    next: found.continuationToken,
  }
}
