import type { Translate } from '~/i18n/instance'

/** Returns the text of a reason or note, both message keys; package names stay as they are. */
export function planText(t: Translate, key: string): string {
  return key.startsWith('main:deployment.') ? t(key as 'main:deployment.skip.offline') : key
}
