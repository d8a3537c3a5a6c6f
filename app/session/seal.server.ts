/**
 * Encryption at rest: AES-256-GCM with keys derived from SESSION_SECRET. The first secret seals and every configured
 * one opens, so that a secret can be rotated without signing people out.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { config } from '~/config.server'

interface Key {
  id: string
  bytes: Buffer
}

/** Seals a text for one purpose; `open` with another purpose returns null. */
export function seal(text: string, purpose: string, secrets = config().sessionSecrets): string {
  const key = keysOf(secrets)[0]
  if (!key) throw new Error('There is no secret for sealing')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [
    key.id,
    iv.toString('base64url'),
    cipher.getAuthTag().toString('base64url'),
    sealed.toString('base64url'),
  ].join('.')
}

/**
 * Returns the sealed text, or null when it was changed, sealed for another purpose, or its secret is no longer
 * configured.
 */
export function open(sealed: string, purpose: string, secrets = config().sessionSecrets): string | null {
  const [id, iv, tag, body] = sealed.split('.')
  const key = keysOf(secrets).find((one) => one.id === id)
  if (!key || !iv || !tag || body === undefined) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const keysBySecret = new Map<string, Key>()

function keysOf(secrets: string[]): Key[] {
  return secrets.map((secret) => {
    const key = keysBySecret.get(secret) ?? keyFrom(secret)
    keysBySecret.set(secret, key)
    return key
  })
}

function keyFrom(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'plantroom', 'tokens at rest', 32))
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}
