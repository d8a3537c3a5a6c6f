/**
 * Accounts of a real installation at the built-in provider, and the one-time links with which people set a password. An
 * account belongs to an e-mail address; names and language are those of the person's record in a tenant.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { journalWrite } from '../kit/journal'
import type { Store } from '../kit/store'
import type { World } from '../kit/world'

export const accountSchema = `
CREATE TABLE IF NOT EXISTS account (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS sign_in_link (
  token_hash TEXT PRIMARY KEY,
  account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS sign_in_link_by_account ON sign_in_link (coalesce(account_id, ''));
`

export interface AccountRecord {
  /** The subject of the person's tokens. */
  id: string
  email: string
  /** Null until the person has set one. */
  password: string | null
}

/** A one-time link; without an account it is for the first administrator, whose address is not known. */
export interface SignInLink {
  account_id: string | null
  issued_at: number
  expires_at: number
}

export const findAccount = ({ store }: Pick<World, 'store'>, id: string) =>
  store.get<AccountRecord>('SELECT id, email, password FROM account WHERE id = ?', id)

export const accountOfEmail = ({ store }: Pick<World, 'store'>, email: string) =>
  store.get<AccountRecord>('SELECT id, email, password FROM account WHERE email = ?', email)

export const accountIds = (store: Store): string[] =>
  store.all<{ id: string }>('SELECT id FROM account').map(({ id }) => id)

/** Returns the account of an address, in lower case; a new one has no password. */
export function openAccount(world: Pick<World, 'store' | 'clock'>, email: string): AccountRecord {
  const existing = accountOfEmail(world, email)
  if (existing) return existing
  const account = { id: randomUUID(), email, password: null }
  world.store.run('INSERT INTO account (id, email, created_at) VALUES (?,?,?)', account.id, email, world.clock.now())
  return account
}

export function savePassword({ store }: Pick<World, 'store'>, accountId: string, hash: string): void {
  store.run('UPDATE account SET password = ? WHERE id = ?', hash, accountId)
}

export interface IssuedLink {
  /** Its query has the token, which is stored as a hash only: the console logs no queries. */
  url: string
  expiresAt: number
}

/** Where links are ordered and used. */
export const linkOrderPath = '/identity/sign-in-link'
export const linkPath = '/identity/link'

interface LinkOrder {
  /** Null for the first administrator, whose address is not known. */
  accountId: string | null
  validMs: number
  /** The account of the administrator who requested it; null for the start of the services. */
  by: string | null
}

/** Issues a link for an account, instead of an earlier one, and records who did it for whom. */
export function issueLink(
  { store, clock, settings }: Pick<World, 'store' | 'clock' | 'settings'>,
  { accountId, validMs, by }: LinkOrder,
): IssuedLink {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  store.transaction(() => {
    store.run('DELETE FROM sign_in_link WHERE account_id IS ? OR expires_at <= ?', accountId, now)
    store.run(
      'INSERT INTO sign_in_link (token_hash, account_id, issued_at, expires_at) VALUES (?,?,?,?)',
      hashOf(token),
      accountId,
      now,
      now + validMs,
    )
    recordLink({ store, clock }, { path: linkOrderPath, actor: by ?? 'start', accountId })
  })
  return { url: `${settings.publicOrigin}/identity/link?token=${token}`, expiresAt: now + validMs }
}

/** Returns the link of a token without using it; undefined for one that was used, replaced or has expired. */
export const findLink = ({ store, clock }: Pick<World, 'store' | 'clock'>, token: string) =>
  store.get<SignInLink>(
    'SELECT account_id, issued_at, expires_at FROM sign_in_link WHERE token_hash = ? AND expires_at > ?',
    hashOf(token),
    clock.now(),
  )

/** Returns the unused link of an account, or of the first administrator. */
export const linkOf = ({ store, clock }: Pick<World, 'store' | 'clock'>, accountId: string | null) =>
  store.get<SignInLink>(
    'SELECT account_id, issued_at, expires_at FROM sign_in_link WHERE account_id IS ? AND expires_at > ?',
    accountId,
    clock.now(),
  )

interface LinkRecord {
  path: string
  actor: string
  accountId: string | null
}

/** Records in the journal that a link was created or used: by whom and for whom, never its token. */
export function recordLink(keeper: Pick<World, 'store' | 'clock'>, { path, actor, accountId }: LinkRecord): void {
  const entityIds = accountId === null ? [] : [accountId]
  journalWrite(keeper, {
    service: 'identity',
    method: 'POST',
    path,
    idempotencyKey: null,
    actor,
    entityIds,
    status: 200,
  })
}

/** Uses a link up; returns whether it was still valid. */
export const consumeLink = ({ store, clock }: Pick<World, 'store' | 'clock'>, token: string): boolean =>
  store.run('DELETE FROM sign_in_link WHERE token_hash = ? AND expires_at > ?', hashOf(token), clock.now()) === 1

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
