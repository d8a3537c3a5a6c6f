/** Create, change and disable tenants (domain §9.1, §9.4). */
import { randomUUID } from 'node:crypto'
import { fold } from '../contracts/fold'
import { nilId } from '../contracts/permissions'
import type { tenant } from '../contracts/tenant'
import { fail } from '../kit/api-error'
import type { Handlers } from '../kit/call'
import { requireSomewhere } from '../kit/caller'
import { requireCurrent } from '../kit/etag'
import { scopeOfTenant } from '../kit/scope'
import type { Store } from '../kit/store'
import { parseDomains, withWarnings } from './domains'
import { findTenant, toTenant, versionETagOf } from './rows'

type Contract = Pick<typeof tenant, 'createTenant' | 'updateTenant'>

export const manageTenants: Handlers<Contract> = {
  createTenant({ body, caller, world, touched }) {
    requireSomewhere(caller, 'tenant.create')
    const { store } = world
    const id = insertTenant(store, { code: body.tenantId, name: body.name, domains: body.domains })
    touched(id)
    return withWarnings(toTenant(findTenant(store, id)))
  },

  updateTenant({ params, body, headers, caller, world, require }) {
    const { store, settings } = world
    require(scopeOfTenant(store, params.id))
    const row = findTenant(store, params.id)
    const current = { ...toTenant(row), eTag: versionETagOf(row) }
    requireCurrent({ body: body.eTag, ifMatch: headers['if-match'], current })
    if (body.tenantId !== undefined && body.tenantId !== row.code) {
      fail(4000, { errors: { tenantId: 'errors.tenant.codeFixed' } })
    }
    const isDisabled = body.isDisabled ?? current.isDisabled ?? false
    if (isDisabled !== current.isDisabled) {
      if (!caller.isSuper) fail(4003)
      if (row.id === settings.rootTenantId) fail(4904)
    }
    const name = body.name ?? row.name
    requireName(store, name, row.id)
    const domains = body.domains ? parseDomains(store, body.domains, row.id) : (current.domains ?? [])
    store.run(
      'UPDATE tenant SET name = ?, domains = ?, is_disabled = ?, version = version + 1 WHERE id = ?',
      name,
      JSON.stringify(domains),
      isDisabled ? 1 : 0,
      row.id,
    )
    return withWarnings(toTenant(findTenant(store, row.id)))
  },
}

interface NewTenant {
  /** Derived from the name by default. */
  code: string | undefined
  name: string
  domains: readonly string[]
}

/** Writes a tenant that is not onboarded and returns its id. */
export function insertTenant(store: Store, { code: requestedCode, name, domains }: NewTenant): string {
  requireName(store, name, nilId)
  const code = requestedCode ?? unusedCode(store, name)
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(code)) fail(4000, { errors: { tenantId: 'errors.tenant.code' } })
  if (store.get('SELECT 1 FROM tenant WHERE code = ?', code)) {
    fail(4008, { errors: { tenantId: 'errors.tenant.codeTaken' } })
  }
  const id = randomUUID()
  store.run(
    `INSERT INTO tenant (id, code, name, onboarding_status, is_disabled, default_customer_id, domains, version)
     VALUES (?,?,?,'notOnboarded',0,?,?,1)`,
    id,
    code,
    name,
    nilId,
    JSON.stringify(parseDomains(store, domains, nilId)),
  )
  return id
}

/**
 * Throws unless a name has 2 to 120 characters and no other tenant has it, ignoring case; `tenantId` is the nil id for
 * a new one.
 */
export function requireName(store: Store, name: string, tenantId: string): void {
  if (name.length < 2) fail(4000, { errors: { name: 'errors.tenant.name' } })
  const others = store.all<{ name: string }>('SELECT name FROM tenant WHERE id <> ?', tenantId)
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    fail(4008, { errors: { name: 'errors.name.duplicate' } })
  }
}

function unusedCode(store: Store, name: string): string {
  const word = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .replace(/-$/, '')
    .slice(0, 36)
  const stem = word || 'tenant'
  for (let number = 1; ; number += 1) {
    const code = number === 1 ? stem : `${stem}-${number}`
    if (!store.get('SELECT 1 FROM tenant WHERE code = ?', code)) return code
  }
}
