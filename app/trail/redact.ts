/** Secrets never reach the trail, nor a form that is shown again (design §7, §8). */
const secret =
  /password|passwd|passphrase|pwd|psk|presharedkey|secret|token|authorization|activationcode|cookie|apikey|privatekey|credential/i
/** Too short to match inside another word. */
const shortSecret = /^pins?$/i
/** Splits a name into words, however they are joined: `userPin`, `user_pin`, `userPIN2`. */
const words = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu

/** Returns whether a field of this name contains a secret that must not be shown again. */
export function isSecret(name: string): boolean {
  return secret.test(name.replace(/[^\p{L}]/gu, '')) || (name.match(words) ?? []).some((word) => shortSecret.test(word))
}

/**
 * Returns whether the form of a change that is shown again at once may contain the field: for onboarding, an activation
 * code is read off a label, and hard to retype.
 */
export function mayRedisplay(name: string, change: string): boolean {
  return !isSecret(name) || (change === 'device.onboard' && /^activationcode$/i.test(name))
}

/** Returns a copy with the value of every secret-looking key replaced. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isSecret(key) ? '[redacted]' : redact(one)]),
  )
}
