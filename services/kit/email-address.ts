/** E-mail addresses and their domains as they are stored (domain §9.1). */
import { domainToASCII } from 'node:url'

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Returns a domain as stored: lower case, ASCII; null when it is invalid (RFC 1123, no address literal, at least two
 * labels).
 */
export function domainOf(text: string): string | null {
  const ascii = domainToASCII(text.trim().toLowerCase().replace(/^@/, ''))
  const labels = ascii.split('.')
  const isDomain = labels.length >= 2 && ascii.length <= 253 && labels.every((part) => label.test(part))
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') ? ascii : null
}

/** Returns the address in lower case and its domain in ASCII; null when it is not an address. */
export function emailOf(text: string): { email: string; domain: string } | null {
  const [, local, rest] = /^([^\s@"(),:;<>[\]\\]{1,64})@([^\s@]+)$/.exec(text.trim().toLowerCase()) ?? []
  const domain = rest === undefined ? null : domainOf(rest)
  if (!local || !domain || /^\.|\.\.|\.$/.test(local)) return null
  const email = `${local}@${domain}`
  return email.length <= 254 ? { email, domain } : null
}
