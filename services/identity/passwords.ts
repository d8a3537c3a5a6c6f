/** Passwords of real people: stored as scrypt hashes with their salt and parameters, compared in constant time. */

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { toNfc } from '../contracts/plain-text'

export const minPasswordLength = 12
/** Longer input is refused before anything is computed from it. */
export const maxPasswordLength = 200

/** N = 2^15 and p = 3 cost as much as N = 2^17 and p = 1, in a quarter of the memory: 32 MiB. */
const cost = { N: 32_768, r: 8, p: 3 }
const keyLength = 32
const maxMemory = 64 * 1024 * 1024

/** How many hashes are computed at once, and how many wait; each takes a fifth of a second of a core. */
const maxRunning = 2
const maxWaiting = 32

/** Too many passwords are being checked at this moment. */
export class PasswordsBusy extends Error {}

interface Hash {
  N: number
  r: number
  p: number
  salt: Buffer
  key: Buffer
}

/** Returns the text to store for a password. Throws `PasswordsBusy`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, { ...cost, salt })
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
}

/**
 * Returns whether the password is the stored one. Without a stored one it takes as long and returns false, so that the
 * time does not show who has an account. Throws `PasswordsBusy`.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = (stored && parseHash(stored)) || nobodys
  const key = await derive(password.slice(0, maxPasswordLength), hash)
  return timingSafeEqual(key, hash.key) && password.length <= maxPasswordLength
}

/** No password has this random key. */
const nobodys: Hash = { ...cost, salt: randomBytes(16), key: randomBytes(keyLength) }

function parseHash(stored: string): Hash | null {
  const [name, N, r, p, salt = '', key = ''] = stored.split('$')
  if (name !== 'scrypt') return null
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, { N, r, p, salt }: Omit<Hash, 'key'>): Promise<Buffer> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new PasswordsBusy('Too many passwords are being checked')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await new Promise((resolve, reject) =>
      // The same letters may be written in several ways, and keyboards differ in that.
      scrypt(toNfc(password), salt, keyLength, { N, r, p, maxmem: maxMemory }, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    )
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export type PasswordProblem = 'short' | 'long' | 'guessable' | 'different'

/** Returns why a new password is refused; undefined when it is not. */
export function passwordProblem(password: string, { repeat, email }: { repeat: string; email: string }) {
  if (password.length > maxPasswordLength) return 'long'
  if ([...password].length < minPasswordLength) return 'short'
  if (isGuessable(password, email)) return 'guessable'
  return password === repeat ? undefined : 'different'
}

/** Returns whether a password is little more than the address or the name of this product, or a few letters repeated. */
function isGuessable(password: string, email: string): boolean {
  const lower = password.toLowerCase()
  const [local = ''] = email.toLowerCase().split('@')
  const words = [email.toLowerCase(), ...(local.length > 3 ? [local] : []), 'plantroom', 'password']
  const rest = words.reduce((text, word) => (word ? text.replaceAll(word, '') : text), lower)
  const letters = rest.replace(/[^\p{L}]/gu, '')
  return new Set(lower).size < 5 || (rest !== lower && letters.length < 4)
}
