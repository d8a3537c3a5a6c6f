/** Secrets never reach the trail, nor a form that comes back (design §7, §8). */
const secret =
  /password|passwd|passphrase|pwd|psk|presharedkey|secret|token|authorization|activationcode|cookie|apikey|privatekey|credential/i
/** Too short to be looked for inside another word. */
const shortSecret = /^pins?$/i
/** The words of a name, however they are joined: `userPin`, `user_pin`, `userPIN2`. */
const words = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu

/** Whether a field of this name holds something nobody may read again. */
export function isSecret(name: string): boolean {
  return secret.test(name.replace(/[^\p{L}]/gu, '')) || (name.match(words) ?? []).some((word) => shortSecret.test(word))
}

/** Whether it may stand in a form that comes back at once to who typed it: a code read off a label is not known by heart. */
export function mayComeBack(name: string): boolean {
  return !isSecret(name) || /^activationcode$/i.test(name)
}

/** A copy in which the value of every secret-looking key is replaced. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isSecret(key) ? '[redacted]' : redact(one)]),
  )
}
