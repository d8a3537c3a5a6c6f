import { type Counted, isUncounted } from '~/domain/counted'
import type common from './en/common'
import type { Translate } from './instance'

type NounOf<Key> = Key extends `${infer Noun}_other` ? Noun : never
/** What is counted has its words under `count`. */
type Noun = 'plain' | NounOf<keyof (typeof common)['count']>

/** "87 controllers", "More than 10,000 controllers" where nobody counted on, "Unknown": the one place that says how many. */
export function countText(t: Translate, noun: Noun, counted: Counted): string {
  return isUncounted(counted) ? t('word.unknown') : knownText(t, noun, counted)
}

function knownText(t: Translate, noun: Noun, { count, isCapped }: Counted): string {
  const counted = t(`count.${noun}`, { count })
  return isCapped ? t('count.moreThan', { counted }) : counted
}
