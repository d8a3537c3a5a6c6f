/** Secrets never reach the trail (design §8). */
const secret = /password|secret|token|authorization|activationcode|cookie/i

/** A copy in which the value of every secret-looking key is replaced. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, secret.test(key) ? '[redacted]' : redact(one)]),
  )
}
