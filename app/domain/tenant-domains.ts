/** The domains of a tenant in its form (spec §5). */
import { splitInputList } from './input-list'

/** Keeps only entries with a word character; letters of every script count (spec §5). */
export function tenantDomains(entries: readonly string[]): string[] {
  return entries.map((entry) => entry.trim()).filter((entry) => /[\p{L}\p{N}_]/u.test(entry))
}

/** Returns the domains in a text area, one per line; a pasted list is split like any other (spec §5). */
export function readTenantDomains(text: string): string[] {
  return tenantDomains(splitInputList(text))
}

/** Returns the text of the area: one domain per line (spec §5). */
export function showTenantDomains(domains: readonly string[]): string {
  return domains.join('\n')
}
