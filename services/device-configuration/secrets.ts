/** Passwords: sealed on their way to a controller, hashed afterwards (domain §5.8). */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { installationKey } from '../kit/key'
import type { World } from '../kit/world'

/** Encrypts a text with AES-256-GCM under the key of this installation: nonce, tag and text. */
export function sealText({ settings }: Pick<World, 'settings'>, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', installationKey(settings), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts a text that this installation has sealed. Throws when it is not one. */
export function unsealText({ settings }: Pick<World, 'settings'>, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', installationKey(settings), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

export const newSalt = () => randomBytes(16).toString('base64')

/**
 * Returns a function that hashes one password under many salts, each once: controllers that got a password together
 * share its salt, so that a save to five hundred costs as much as to a few.
 */
export function hasherOf(password: string): (salt: string) => Buffer {
  const hashes = new Map<string, Buffer>()
  return (salt) => {
    const hash = hashes.get(salt) ?? scryptSync(password, Buffer.from(salt, 'base64'), 32, { N: 4096 })
    hashes.set(salt, hash)
    return hash
  }
}

export const isSameHash = (hash: Buffer, storedHash: string) => timingSafeEqual(hash, Buffer.from(storedHash, 'base64'))
