/** The customers that are visible to the caller (domain §9.2, §9.4). */
import type { tenant } from '../contracts/tenant'
import { answer, type Handlers } from '../kit/call'
import { reachOf } from '../kit/caller'
import { namedPage } from '../kit/named-page'
import { defaultPageSize } from '../kit/paging'
import { scopeOfCustomer, scopeOfTenant } from '../kit/scope'
import { type CustomerRow, customerColumns, customerOf, findCustomer } from './rows'
import { pattern } from './search'

type Contract = Pick<typeof tenant, 'listCustomers' | 'getCustomer'>

export const customers: Handlers<Contract> = {
  /** Archived ones only on request, and only for callers who may change customers. */
  listCustomers({ params, query, caller, world, require }) {
    const { store } = world
    require(scopeOfTenant(store, params.id))
    const { archived = false, search, pageSize = defaultPageSize, continuationToken } = query
    if (archived && reachOf(caller, 'customer.update', { tenantId: params.id }) === '-') return answer([], { total: 0 })

    const own =
      reachOf(caller, 'customer.read', { tenantId: params.id }) === 'C' ? [...caller.customerRoles.keys()] : null
    const where = `c.tenant_id = ? AND c.archived = ? AND (? OR c.id IN (SELECT value FROM json_each(?)))
      AND (c.name LIKE ? ESCAPE '\\' OR c.code LIKE ? ESCAPE '\\')`
    const like = pattern(search)
    const filter = [params.id, archived ? 1 : 0, own ? 0 : 1, JSON.stringify(own ?? []), like, like]
    const { rows, total, next } = namedPage<CustomerRow>(store, {
      names: `SELECT c.id, c.name FROM customer c WHERE ${where}`,
      parameters: filter,
      rows: `SELECT ${customerColumns} FROM customer c WHERE c.id`,
      pageSize,
      continuationToken,
    })
    return answer(rows.map(customerOf), { total, next })
  },

  getCustomer({ params, world, require }) {
    require(scopeOfCustomer(world.store, params.id))
    return customerOf(findCustomer(world.store, params.id))
  },
}
