import type { Translate } from './instance'

/**
 * The words for a message key, wherever it comes from: `errors.network.ipv4` (a service), `network.ipv4`
 * (a rule of `domain/`) and `errors:network.ipv4` are the same text. A key nobody wrote a text for, and a
 * sentence a backend wrote itself, come back as they are.
 */
export function errorText(t: Translate, key: string, values: Record<string, string | number> = {}): string {
  const known = t(`errors:${key.replace(/^errors[.:]/, '')}` as 'errors:invalid', { ...values, defaultValue: '' })
  return typeof known === 'string' && known !== '' ? known : key
}
