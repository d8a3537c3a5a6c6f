/** Tenants: all of them for a super-admin, one's own for everyone else (domain §9.1, §9.4). */
import type { tenant } from '../contracts/tenant'
import { type Handlers, replyWith } from '../kit/call'
import { requireSomewhere } from '../kit/caller'
import { pageByName } from '../kit/page-by-name'
import { defaultPageSize } from '../kit/paging'
import { scopeOfTenant } from '../kit/scope'
import { likePattern } from './like-pattern'
import { findTenant, type TenantRecord, tenantColumns, toTenant } from './rows'

type Contract = Pick<typeof tenant, 'listTenants' | 'getTenant'>

/** The `TenantState` of a tenant. */
const stateOf = `CASE WHEN t.is_disabled = 1 THEN 'disabled' WHEN t.onboarding_status = 'onboarded' THEN 'onboarded'
  ELSE 'notOnboarded' END`

export const tenants: Handlers<Contract> = {
  listTenants({ query, caller, world }) {
    requireSomewhere(caller, 'tenant.list')
    const { search, state, pageSize = defaultPageSize, continuationToken } = query
    const where = `(? OR t.id IN (SELECT value FROM json_each(?))) AND (t.name LIKE ? ESCAPE '\\' OR t.code LIKE ? ESCAPE '\\')
      AND (? IS NULL OR ${stateOf} = ?)`
    const like = likePattern(search)
    const stateFilter = state ?? null
    const filter = [
      caller.isSuper ? 1 : 0,
      JSON.stringify([...caller.records.keys()]),
      like,
      like,
      stateFilter,
      stateFilter,
    ]
    const { rows, total, next } = pageByName<TenantRecord>(world.store, {
      names: `SELECT t.id, t.name FROM tenant t WHERE ${where}`,
      parameters: filter,
      rows: `SELECT ${tenantColumns} FROM tenant t WHERE t.id`,
      pageSize,
      continuationToken,
    })
    const visible = rows
      .map(toTenant)
      .map((entry) => (caller.isSuper ? entry : { id: entry.id, tenantId: entry.tenantId, name: entry.name }))
    return replyWith(visible, { total, next })
  },

  getTenant({ params, world, require }) {
    require(scopeOfTenant(world.store, params.id))
    return toTenant(findTenant(world.store, params.id))
  },
}
