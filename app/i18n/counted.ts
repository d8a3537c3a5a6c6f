import { type Counted, isUncounted } from '~/domain/counted'
import type common from './en/common'
import type { Translate } from './instance'

type NounOf<Key> = Key extends `${infer Noun}_other` ? Noun : never
/** Every counted noun has its texts under `count`. */
type Noun = 'plain' | NounOf<keyof (typeof common)['count']>

/**
 * Returns a count in words: "87 controllers", "More than 10,000 controllers" for a capped count, "Unknown" for no
 * count.
 */
export function countText(t: Translate, noun: Noun, counted: Counted): string {
  return isUncounted(counted) ? t('word.unknown') : knownText(t, noun, counted)
}

function knownText(t: Translate, noun: Noun, { count, isCapped }: Counted): string {
  const counted = t(`count.${noun}`, { count })
  return isCapped ? t('count.moreThan', { counted }) : counted
}
