/** The customers that are visible to the caller (domain §9.2, §9.4). */
import type { tenant } from '../contracts/tenant'
import { type Handlers, replyWith } from '../kit/call'
import { reachOf } from '../kit/caller'
import { pageByName } from '../kit/page-by-name'
import { defaultPageSize } from '../kit/paging'
import { scopeOfCustomer, scopeOfTenant } from '../kit/scope'
import { likePattern } from './like-pattern'
import { type CustomerRecord, customerColumns, findCustomer, toCustomer } from './rows'

type Contract = Pick<typeof tenant, 'listCustomers' | 'getCustomer'>

export const customers: Handlers<Contract> = {
  /** Archived ones only on request, and only for callers who may change customers. */
  listCustomers({ params, query, caller, world, require }) {
    const { store } = world
    require(scopeOfTenant(store, params.id))
    const { archived = false, search, pageSize = defaultPageSize, continuationToken } = query
    if (archived && reachOf(caller, 'customer.update', { tenantId: params.id }) === '-')
      return replyWith([], { total: 0 })

    const own =
      reachOf(caller, 'customer.read', { tenantId: params.id }) === 'C' ? [...caller.customerRoles.keys()] : null
    const where = `c.tenant_id = ? AND c.archived = ? AND (? OR c.id IN (SELECT value FROM json_each(?)))
      AND (c.name LIKE ? ESCAPE '\\' OR c.code LIKE ? ESCAPE '\\')`
    const like = likePattern(search)
    const filter = [params.id, archived ? 1 : 0, own ? 0 : 1, JSON.stringify(own ?? []), like, like]
    const { rows, total, next } = pageByName<CustomerRecord>(store, {
      names: `SELECT c.id, c.name FROM customer c WHERE ${where}`,
      parameters: filter,
      rows: `SELECT ${customerColumns} FROM customer c WHERE c.id`,
      pageSize,
      continuationToken,
    })
    return replyWith(rows.map(toCustomer), { total, next })
  },

  getCustomer({ params, world, require }) {
    require(scopeOfCustomer(world.store, params.id))
    return toCustomer(findCustomer(world.store, params.id))
  },
}
