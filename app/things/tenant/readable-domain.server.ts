/** Domains in other scripts as people read them. They are kept as the names of mail and DNS say them (spec §5). */
import { domainToUnicode } from 'node:url'

/**
 * `例え.テスト (xn--r8jz45g.xn--zckzah)`: the letters, and beside them the name itself, because letters of two scripts
 * can look alike. A domain of plain letters stands alone.
 */
export function readableDomain(domain: string): string {
  const letters = domainToUnicode(domain)
  return letters === '' || letters === domain.toLowerCase() ? domain : `${letters} (${domain})`
}
