import type { Translate } from '~/i18n/instance'

/** Reasons and notes of a plan are keys of this area; names of packages are themselves. */
export function planText(t: Translate, key: string): string {
  return key.startsWith('main:deployment.') ? t(key as 'main:deployment.skip.offline') : key
}
