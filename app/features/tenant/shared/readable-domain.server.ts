/** Shows internationalized domains in their script. They are stored in the ASCII form of mail and DNS (spec §5). */
import { domainToUnicode } from 'node:url'

/**
 * Returns `例え.テスト (xn--r8jz45g.xn--zckzah)`: both forms, because letters of two scripts can look alike. A plain ASCII
 * domain is returned alone.
 */
export function readableDomain(domain: string): string {
  const letters = domainToUnicode(domain)
  return letters === '' || letters === domain.toLowerCase() ? domain : `${letters} (${domain})`
}
