import { isUnknownCount, type TotalCount } from '~/domain/count'
import type common from './en/common'
import type { Translate } from './instance'

type NounOf<Key> = Key extends `${infer Noun}_other` ? Noun : never
/** Every counted noun has its texts under `count`. */
type Noun = 'plain' | NounOf<keyof (typeof common)['count']>

/**
 * Returns a count in words: "87 controllers", "More than 10,000 controllers" for a capped count, "Unknown" for no
 * count.
 */
export function countText(t: Translate, noun: Noun, counted: TotalCount): string {
  return isUnknownCount(counted) ? t('word.unknown') : countedText(t, noun, counted)
}

function countedText(t: Translate, noun: Noun, { count, isCapped }: TotalCount): string {
  const counted = t(`count.${noun}`, { count })
  return isCapped ? t('count.moreThan', { counted }) : counted
}
