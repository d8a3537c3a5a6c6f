/** Ed25519 keys as text: private keys as PKCS8 PEM or a base64 seed, public keys as base64 SPKI. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** The PKCS8 header before the 32 bytes of a seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the private key in a text; null when it has none. */
export function privateKeyFrom(text: string): KeyObject | null {
  const normalized = text.replaceAll('\\n', '\n').trim()
  try {
    const key = normalized.startsWith('-----')
      ? createPrivateKey(normalized)
      : /^[A-Za-z0-9+/_-]{43}=?$/.test(normalized)
        ? createPrivateKey({
            key: Buffer.concat([pkcs8Prefix, Buffer.from(normalized, 'base64')]),
            format: 'der',
            type: 'pkcs8',
          })
        : null
    return key?.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Returns a new private key as PKCS8 PEM. */
export function newPrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

/** Returns the public key of a private one, or the one in PEM or base64 SPKI; null when the text has none. */
export function publicKeyFrom(source: KeyObject | string): KeyObject | null {
  try {
    const key =
      typeof source !== 'string' || source.trim().startsWith('-----')
        ? createPublicKey(source)
        : createPublicKey({ key: Buffer.from(source, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Returns a public key as base64 SPKI. */
export function encodePublicKey(publicKey: KeyObject): string {
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}

/** Returns the first 16 hex digits of the SPKI's SHA-256, which identify the key in a signature. */
export function keyIdOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16)
}
