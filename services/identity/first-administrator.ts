/**
 * The first administrator of a real installation: an administrator of the root tenant, from the environment or by a
 * one-time link.
 */
import { randomUUID } from 'node:crypto'
import { emailOf } from '../kit/email-address'
import { invite, namesFrom } from '../kit/invite'
import { StartRefused } from '../kit/start-refused'
import type { World } from '../kit/world'
import { accountOfEmail, type IssuedLink, issueLink, linkOf, openAccount, savePassword } from './accounts'
import { hashPassword, passwordProblem } from './passwords'

const day = 86_400_000
const validMs = day

/** What the start prints about the link of the first administrator, or of the person of SIGN_IN_LINK_FOR. */
export type StartLink = {
  /** Null for the first administrator. */
  email: string | null
} & (
  | ({ is: 'issued' } & IssuedLink)
  /** An earlier start printed the link, which is still valid. */
  | { is: 'waiting'; issuedAt: number; expiresAt: number }
)

interface AdministratorRecord {
  id: string
  email: string
  person_id: string | null
}

/** Returns the link that a start prints; null for none. Throws `StartRefused` when nobody could ever sign in. */
export async function prepareSignIn(world: World): Promise<StartLink | null> {
  const { signInLinkFor, runIdentity } = world.settings
  const first = await prepareFirstAdministrator(world)
  if (first || !signInLinkFor || !runIdentity) return first
  if (!world.store.get('SELECT 1 FROM tenant_user WHERE email = ?', signInLinkFor))
    refuse('SIGN_IN_LINK_FOR: nobody with this email address has been added')
  return linkFor(world, { email: signInLinkFor, accountId: openAccount(world, signInLinkFor).id })
}

/**
 * Writes the record of the first administrator, until somebody has signed in as one. Returns the link to print; null when
 * none is needed.
 */
async function prepareFirstAdministrator(world: World): Promise<StartLink | null> {
  const { firstAdmin, runIdentity } = world.settings
  if (hasAdministrator(world)) return null
  if (!firstAdmin) {
    if (runIdentity) return linkFor(world, { email: null, accountId: pendingAccount(world) })
    if (administrators(world).length > 0) return null
    throw new StartRefused(
      'FIRST_ADMIN_EMAIL: is required with OIDC_ISSUER at the first start; it names who may sign in as administrator',
    )
  }
  const { email } = emailOf(firstAdmin.email) ?? refuse('FIRST_ADMIN_EMAIL: is not an email address')
  replacePending(world, email)
  if (!runIdentity) {
    if (firstAdmin.subject) bind(world, email, firstAdmin.subject)
    return null
  }
  const account = openAccount(world, email)
  if (firstAdmin.password === null) return linkFor(world, { email: null, accountId: account.id })
  const problem = passwordProblem(firstAdmin.password, { repeat: firstAdmin.password, email })
  if (problem) refuse(`FIRST_ADMIN_PASSWORD: is too ${problem === 'guessable' ? 'easy to guess' : problem}`)
  savePassword(world, account.id, await hashPassword(firstAdmin.password))
  return null
}

function refuse(message: string): never {
  throw new StartRefused(message)
}

/** Writes an administrator of the root tenant. */
export function addAdministrator(
  world: World,
  {
    email,
    firstName,
    lastName,
    language,
  }: { email: string; firstName: string; lastName: string; language?: 'en' | 'fr' },
): void {
  const { rootTenantId, roleIds } = world.settings
  const existing = world.store.get<{ id: string }>(
    'SELECT id FROM tenant_user WHERE tenant_id = ? AND email = ?',
    rootTenantId,
    email,
  )
  const id = existing?.id ?? invite(world, { tenantId: rootTenantId, email, firstName, lastName, language })
  world.store.run(
    'INSERT INTO permission (tenant_id, user_id, role_id) VALUES (?,?,?) ON CONFLICT DO NOTHING',
    rootTenantId,
    id,
    roleIds.admin,
  )
}

/** Returns the people who are administrators of the root tenant; the console's own client, which has a login, is none. */
function administrators({ store, settings }: World): AdministratorRecord[] {
  return store.all<AdministratorRecord>(
    `SELECT u.id, u.email, u.person_id FROM tenant_user u JOIN permission p ON p.user_id = u.id
     WHERE u.tenant_id = ? AND p.role_id = ? AND u.login IS NULL ORDER BY u.created_at, u.id`,
    settings.rootTenantId,
    settings.roleIds.admin,
  )
}

/** Returns whether an administrator has signed in, or can with a password of their own. */
function hasAdministrator(world: World): boolean {
  const { runIdentity } = world.settings
  return administrators(world).some(
    ({ email, person_id }) => person_id !== null || (runIdentity && accountOfEmail(world, email)?.password != null),
  )
}

/** Returns the account of the administrator whom an earlier start named; null when none did. */
function pendingAccount(world: World): string | null {
  const [pending] = administrators(world)
  return pending ? openAccount(world, pending.email).id : null
}

/** Names another administrator, as long as nobody has signed in. */
function replacePending(world: World, email: string): void {
  const pending = administrators(world)
  if (pending.some((record) => record.email === email)) return
  world.store.transaction(() => {
    for (const { id, email: former } of pending) {
      world.store.run('DELETE FROM tenant_user WHERE id = ?', id)
      world.store.run('DELETE FROM account WHERE email = ?', former)
    }
    addAdministrator(world, { email, ...namesFrom(email) })
  })
}

/** Binds the record to a subject of the provider, whatever address it reports. */
function bind({ store, settings }: World, email: string, subject: string): void {
  const { issuer, rootTenantId } = settings
  const known = store.get<{ id: string }>('SELECT id FROM person WHERE issuer = ? AND subject = ?', issuer, subject)
  const id = known?.id ?? randomUUID()
  if (!known) store.run('INSERT INTO person (id, issuer, subject) VALUES (?,?,?)', id, issuer, subject)
  store.run('UPDATE tenant_user SET person_id = ? WHERE tenant_id = ? AND email = ?', id, rootTenantId, email)
}

function linkFor(world: World, { email, accountId }: { email: string | null; accountId: string | null }): StartLink {
  const waiting = linkOf(world, accountId)
  if (waiting) return { email, is: 'waiting', issuedAt: waiting.issued_at, expiresAt: waiting.expires_at }
  return { email, is: 'issued', ...issueLink(world, { accountId, validMs, by: null }) }
}
