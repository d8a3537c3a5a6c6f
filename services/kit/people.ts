/**
 * A person is (issuer, subject), bound to their records at the first sign-in: by verified e-mail address, else by
 * preferred_username (design §9). In a real installation user names bind nobody, since people may choose theirs. A
 * person without a record has no role.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from './caller'
import type { ServiceSettings } from './settings'
import type { Store } from './store'
import type { Claims } from './tokens'

export const peopleSchema = `
CREATE TABLE IF NOT EXISTS person (
  id TEXT PRIMARY KEY,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  UNIQUE (issuer, subject)
) STRICT;
`

/**
 * Moves bindings to the provider's current address. The provider of this process uses the address of the console, which
 * may have changed since its people signed in last; they are the same people.
 */
export function migrateIssuer(
  store: Store,
  { issuer, subjects }: { issuer: string; subjects: readonly string[] },
): void {
  const before = store.all<{ id: string; subject: string }>(
    'SELECT id, subject FROM person WHERE issuer <> ? AND subject IN (SELECT value FROM json_each(?))',
    issuer,
    JSON.stringify(subjects),
  )
  store.transaction(() => {
    for (const { id, subject } of before) {
      const now = personOf(store, { issuer, subject })
      if (now) {
        store.run('UPDATE tenant_user SET person_id = ? WHERE person_id = ?', now, id)
        store.run('DELETE FROM person WHERE id = ?', id)
      } else store.run('UPDATE person SET issuer = ? WHERE id = ?', issuer, id)
    }
  })
}

interface Parts {
  store: Store
  settings: Pick<ServiceSettings, 'rootTenantId' | 'roleIds' | 'profile' | 'ownClient'>
}

const personOf = (store: Store, { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>) =>
  store.get<{ id: string }>('SELECT id FROM person WHERE issuer = ? AND subject = ?', issuer, subject)?.id

export const isBound = (store: Store, claims: Claims) => personOf(store, claims) !== undefined

/** Binds unclaimed records to the person; several records, one per tenant, are bound together. */
export function bindRecords({ store, settings }: Parts, claims: Claims): string | null {
  const existing = personOf(store, claims)
  const unclaimed = unclaimedRecords({ store, settings }, claims)
  if (!unclaimed.length) return existing ?? null
  return store.transaction(() => {
    const id = existing ?? randomUUID()
    if (!existing)
      store.run('INSERT INTO person (id, issuer, subject) VALUES (?,?,?)', id, claims.issuer, claims.subject)
    for (const record of unclaimed) store.run('UPDATE tenant_user SET person_id = ? WHERE id = ?', id, record.id)
    return id
  })
}

function unclaimedRecords({ store, settings }: Parts, claims: Claims): { id: string }[] {
  const { email } = claims
  const byEmail = email
    ? store.all<{ id: string }>('SELECT id FROM tenant_user WHERE person_id IS NULL AND email = ?', email)
    : []
  const login = settings.profile === 'none' ? ownClientIn(settings, claims) : claims.username
  if (byEmail.length || !login) return byEmail
  return store.all<{ id: string }>('SELECT id FROM tenant_user WHERE person_id IS NULL AND login = ?', login)
}

/** Returns the console's own client when the token was issued to it; no person's token is. */
const ownClientIn = ({ ownClient }: Parts['settings'], { clientId }: Claims) =>
  ownClient?.id === clientId ? clientId : null

/** Returns the caller as of now: roles are read for every call. */
export function callerOf({ store, settings }: Parts, claims: Claims): Caller {
  const personId = bindRecords({ store, settings }, claims)
  const records = personId
    ? store.all<{ id: string; tenant_id: string; first_name: string; last_name: string; is_disabled: number }>(
        `SELECT u.id, u.tenant_id, u.first_name, u.last_name, t.is_disabled
         FROM tenant_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.person_id = ? ORDER BY t.name, u.id`,
        personId,
      )
    : []
  const enabled = records.filter((record) => !record.is_disabled)
  const ids = JSON.stringify(enabled.map(({ id }) => id))
  const tenantRoles = new Map<string, Set<string>>()
  for (const row of store.all<{ tenant_id: string; role_id: string }>(
    'SELECT tenant_id, role_id FROM permission WHERE user_id IN (SELECT value FROM json_each(?))',
    ids,
  )) {
    tenantRoles.set(row.tenant_id, (tenantRoles.get(row.tenant_id) ?? new Set()).add(row.role_id))
  }
  const customerRoles = new Map<string, { tenantId: string; role: 'admin' | 'user' }>()
  for (const row of store.all<{ tenant_id: string; customer_id: string; role_id: string }>(
    'SELECT tenant_id, customer_id, role_id FROM customer_permission WHERE user_id IN (SELECT value FROM json_each(?))',
    ids,
  )) {
    const role = row.role_id === settings.roleIds.admin ? 'admin' : 'user'
    customerRoles.set(row.customer_id, { tenantId: row.tenant_id, role })
  }
  const first = records[0]
  return {
    personId,
    issuer: claims.issuer,
    subject: claims.subject,
    isGuest: claims.isGuest,
    fullName: first
      ? `${first.first_name} ${first.last_name}`.trim()
      : (claims.name ?? claims.username ?? claims.subject),
    records: new Map(enabled.map((record) => [record.tenant_id, record.id])),
    disabledTenants: new Set(records.filter((record) => record.is_disabled).map((record) => record.tenant_id)),
    tenantRoles,
    customerRoles,
    adminRoleId: settings.roleIds.admin,
    isSuper: isSuperAdmin(settings, tenantRoles, customerRoles),
    requestedScope: {},
  }
}

/**
 * Whether the caller is an admin of the root tenant without customer permissions there: with those, the tenant-level
 * role is noAccess (spec §4).
 */
function isSuperAdmin(
  { rootTenantId, roleIds }: Parts['settings'],
  tenantRoles: ReadonlyMap<string, ReadonlySet<string>>,
  customerRoles: Caller['customerRoles'],
): boolean {
  const isCustomerLevel = [...customerRoles.values()].some(({ tenantId }) => tenantId === rootTenantId)
  return !isCustomerLevel && (tenantRoles.get(rootTenantId)?.has(roleIds.admin) ?? false)
}
