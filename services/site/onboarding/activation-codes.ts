/** Activation codes: on the label of a controller that is not onboarded; valid once, for 72 hours (domain §6.1). */

import { fail } from '../../kit/api-error'
import { prng, seedOf } from '../../kit/deterministic'
import type { World } from '../../kit/world'

export const activationSchema = `
CREATE TABLE IF NOT EXISTS activation_code (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  -- how many there were before it
  number INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  locked_until INTEGER
) STRICT;
`

interface Row {
  code: string
  number: number
  expires_at: number
  tries: number
  locked_until: number | null
}

const lifetimeMs = 72 * 3_600_000
const maxTries = 5
const lockMs = 15 * 60_000
/** Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Issues a new label: the next code of the controller, or the one passed in. The previous code becomes invalid. */
export function issueActivationCode({ store, clock, jobs }: World, deviceId: string, customCode?: string): void {
  const number = (read(store, deviceId)?.number ?? -1) + 1
  const code = customCode ?? codeOf(deviceId, number)
  const expiresAt = clock.now() + lifetimeMs
  store.run(
    `INSERT INTO activation_code (device_id, code, number, expires_at) VALUES (?,?,?,?)
     ON CONFLICT (device_id) DO UPDATE SET code = excluded.code, number = excluded.number,
       expires_at = excluded.expires_at, tries = 0, locked_until = NULL`,
    deviceId,
    canonical(code),
    number,
    expiresAt,
  )
  store.run(
    `UPDATE device SET properties = json_set(properties, '$."$activationCode"', ?), version = version + 1 WHERE id = ?`,
    code,
    deviceId,
  )
  jobs.schedule('activation.expire', expiresAt, { deviceId }, expiryOf(deviceId))
}

/** Consumes the code. Throws 4307 for a wrong, expired or locked one; five wrong ones lock it for 15 minutes. */
export function spendActivationCode({ store, clock, jobs }: World, deviceId: string, entered: string): void {
  const now = clock.now()
  const row = read(store, deviceId)
  const errors = { activationCode: 'errors.onboarding.activationCode' }
  if (!row || row.code === '') return fail(4307, { errors })
  if (row.locked_until !== null && row.locked_until > now) {
    fail(4307, { errors, retryAfterSeconds: Math.ceil((row.locked_until - now) / 1000) })
  }
  if (row.expires_at <= now || row.code !== canonical(entered)) {
    const tries = row.tries + 1
    const locked = tries >= maxTries
    store.run(
      'UPDATE activation_code SET tries = ?, locked_until = ? WHERE device_id = ?',
      locked ? 0 : tries,
      locked ? now + lockMs : null,
      deviceId,
    )
    fail(4307, { errors, ...(locked ? { retryAfterSeconds: lockMs / 1000 } : {}) })
  }
  store.run(`UPDATE activation_code SET code = '' WHERE device_id = ?`, deviceId)
  store.run(
    `UPDATE device SET properties = json_remove(properties, '$."$activationCode"'), version = version + 1 WHERE id = ?`,
    deviceId,
  )
  jobs.cancel(expiryOf(deviceId))
}

/** Registers the job that issues a new label when a code expires unused. */
export function registerActivationExpiry(world: World): void {
  world.jobs.onRealTime<{ deviceId: string }>('activation.expire', ({ deviceId }) => {
    if (read(world.store, deviceId)) issueActivationCode(world, deviceId)
  })
}

function read(store: World['store'], deviceId: string): Row | undefined {
  return store.get<Row>('SELECT * FROM activation_code WHERE device_id = ?', deviceId)
}

function codeOf(deviceId: string, number: number): string {
  const random = prng(seedOf(`${deviceId}/activation/${number}`))
  const letters = Array.from({ length: 8 }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** Returns a code in canonical form: case and hyphens are ignored, O is 0, I and L are 1. */
function canonical(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
}

const expiryOf = (deviceId: string) => `activation.expire:${deviceId}`
