/** The domains of a tenant, as its form shows and reads them (spec §5). */
import { splitInputList } from './input-list'

/** Only what contains a word character is kept; letters of every script count (spec §5). */
export function tenantDomains(entries: readonly string[]): string[] {
  return entries.map((entry) => entry.trim()).filter((entry) => /[\p{L}\p{N}_]/u.test(entry))
}

/** The domains in a text area, one a line; a pasted list is split as every list is (spec §5). */
export function readTenantDomains(text: string): string[] {
  return tenantDomains(splitInputList(text))
}

/** The text of the area: one domain a line (spec §5). */
export function showTenantDomains(domains: readonly string[]): string {
  return domains.join('\n')
}
