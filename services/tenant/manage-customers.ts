/** Create, change, archive and delete customers (domain §9.2, §9.4). */
import { randomUUID } from 'node:crypto'
import { nilId } from '../contracts/permissions'
import type { tenant } from '../contracts/tenant'
import { fail } from '../kit/api-error'
import type { Handlers } from '../kit/call'
import { require as requireCapability } from '../kit/caller'
import { requireCurrent } from '../kit/etag'
import { scopeOfCustomer, scopeOfTenant } from '../kit/scope'
import type { Store } from '../kit/store'
import { findCustomer, toCustomer, versionETagOf } from './rows'

type Contract = Pick<typeof tenant, 'createCustomer' | 'updateCustomer' | 'deleteCustomer'>

const firstCode = 1001
const lastCode = 9999

export const manageCustomers: Handlers<Contract> = {
  createCustomer({ params, body, world, require, touched }) {
    const { store } = world
    require(scopeOfTenant(store, params.id))
    requireName(store, { tenantId: params.id, name: body.name, customerId: nilId })
    const id = randomUUID()
    store.run(
      'INSERT INTO customer (id, tenant_id, code, name, description, archived, version) VALUES (?,?,?,?,?,0,1)',
      id,
      params.id,
      nextCode(store, params.id),
      body.name,
      body.description ?? '',
    )
    touched(id)
    return toCustomer(findCustomer(store, id))
  },

  /** With `archived` alone it archives or restores; an archived customer cannot be changed otherwise (4202). */
  updateCustomer({ params, body, headers, caller, world, require }) {
    const { store } = world
    const scope = scopeOfCustomer(store, params.id)
    require(scope)
    const row = findCustomer(store, params.id)
    const archived = body.archived ?? row.archived === 1
    if (archived !== (row.archived === 1)) requireCapability(caller, 'customer.archive', scope)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...toCustomer(row), eTag: versionETagOf(row) },
    })
    const name = body.name ?? row.name
    const description = body.description === undefined ? row.description : (body.description ?? '')
    if (archived && row.archived === 1 && (name !== row.name || description !== row.description)) fail(4202)
    requireName(store, { tenantId: row.tenant_id, name, customerId: row.id })
    store.run(
      'UPDATE customer SET name = ?, description = ?, archived = ?, version = version + 1 WHERE id = ?',
      name,
      description,
      archived ? 1 : 0,
      row.id,
    )
    return toCustomer(findCustomer(store, row.id))
  },

  /** Its groups and roles are deleted with it. */
  deleteCustomer({ params, world, require }) {
    const { store } = world
    require(scopeOfCustomer(store, params.id))
    const row = findCustomer(store, params.id)
    if (row.archived === 1) fail(4202)
    if (row.site_count > 0) fail(4201)
    store.run('DELETE FROM site_group WHERE customer_id = ?', row.id)
    store.run('UPDATE tenant SET default_customer_id = ? WHERE default_customer_id = ?', nilId, row.id)
    store.run('DELETE FROM customer WHERE id = ?', row.id)
    return undefined
  },
}

/**
 * Throws for an empty name or that of another customer of the tenant, ignoring case; `customerId` is the nil id for a
 * new one.
 */
function requireName(
  store: Store,
  { tenantId, name, customerId }: { tenantId: string; name: string; customerId: string },
): void {
  if (!name) fail(4000, { errors: { name: 'errors.field.required' } })
  const others = store.all<{ name: string }>(
    'SELECT name FROM customer WHERE tenant_id = ? AND id <> ?',
    tenantId,
    customerId,
  )
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    fail(4008, { errors: { name: 'errors.name.duplicate' } })
  }
}

/** Returns `CUS` and four digits, one more than the highest in the tenant, else the first free one (spec §9). */
function nextCode(store: Store, tenantId: string): string {
  const usedNumbers = new Set(
    store
      .all<{ code: string }>('SELECT code FROM customer WHERE tenant_id = ?', tenantId)
      .map(({ code }) => Number(code.slice(3))),
  )
  const after = Math.max(firstCode - 1, ...usedNumbers) + 1
  if (after <= lastCode) return `CUS${after}`
  for (let number = firstCode; number <= lastCode; number += 1) {
    if (!usedNumbers.has(number)) return `CUS${number}`
  }
  return fail(4008)
}
