/** The store of the provider, in a file of its own: keys and sign-ins survive a restart (design §2). */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { openStore, type Store } from '../kit/store'

const schema = `
CREATE TABLE IF NOT EXISTS artifact (
  model TEXT NOT NULL,
  id TEXT NOT NULL,
  payload TEXT NOT NULL,
  grant_id TEXT,
  uid TEXT,
  expires_at INTEGER,
  PRIMARY KEY (model, id)
) STRICT;
CREATE INDEX IF NOT EXISTS artifact_by_grant ON artifact (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS artifact_by_uid ON artifact (model, uid) WHERE uid IS NOT NULL;
CREATE INDEX IF NOT EXISTS artifact_by_end ON artifact (expires_at);
CREATE TABLE IF NOT EXISTS secret (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`

export interface Secrets {
  signingKey: JWK
  cookieKeys: string[]
}

export const openGrants = (dataDir: string): Store => openStore(join(dataDir, 'identity.sqlite'), [schema])

/** Returns the signing key and the cookie keys, created at the first start. */
export async function loadSecrets(store: Store): Promise<Secrets> {
  const stored = store.get<{ value: string }>('SELECT value FROM secret WHERE name = ?', 'keys')
  if (stored) return JSON.parse(stored.value) as Secrets
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const secrets = {
    signingKey: { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') },
    cookieKeys: [randomBytes(32).toString('base64url')],
  }
  store.run('INSERT INTO secret (name, value) VALUES (?,?)', 'keys', JSON.stringify(secrets))
  return secrets
}

/** Revokes a grant and everything issued under it. */
export function revokeGrant(store: Store, grantId: string): void {
  store.transaction(() => {
    store.run('DELETE FROM artifact WHERE grant_id = ?', grantId)
    store.run(`DELETE FROM artifact WHERE model = 'Grant' AND id = ?`, grantId)
  })
}

/** Ends every sign-in of a person, and revokes everything issued to them. */
export function revokePerson(store: Store, accountId: string): void {
  store.run(`DELETE FROM artifact WHERE json_extract(payload, '$.accountId') = ?`, accountId)
}

/** Returns the provider's storage interface over one table; times in seconds, as the provider counts them. */
export function adapterFor(store: Store): (model: string) => Adapter {
  const now = () => Math.floor(Date.now() / 1000)
  const forgetTheExpired = () => store.run('DELETE FROM artifact WHERE expires_at < ?', now())

  const one = (where: string, ...values: string[]): AdapterPayload | undefined => {
    const row = store.get<{ payload: string }>(
      `SELECT payload FROM artifact WHERE ${where} AND (expires_at IS NULL OR expires_at > ?)`,
      ...values,
      now(),
    )
    return row && (JSON.parse(row.payload) as AdapterPayload)
  }

  return (model) => ({
    async upsert(id, payload, expiresIn) {
      // Once per sign-in, which begins with an interaction.
      if (model === 'Interaction') forgetTheExpired()
      store.run(
        `INSERT INTO artifact (model, id, payload, grant_id, uid, expires_at) VALUES (?,?,?,?,?,?)
         ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
        model,
        id,
        JSON.stringify(payload),
        payload.grantId ?? null,
        payload.uid ?? null,
        expiresIn ? now() + expiresIn : null,
      )
    },
    find: async (id) => one('model = ? AND id = ?', model, id),
    findByUid: async (uid) => one('model = ? AND uid = ?', model, uid),
    // Only the device flow has user codes, and it is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      store.run(
        `UPDATE artifact SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?`,
        now(),
        model,
        id,
      )
    },
    async destroy(id) {
      store.run('DELETE FROM artifact WHERE model = ? AND id = ?', model, id)
    },
    async revokeByGrantId(grantId) {
      store.run('DELETE FROM artifact WHERE model = ? AND grant_id = ?', model, grantId)
    },
  })
}
