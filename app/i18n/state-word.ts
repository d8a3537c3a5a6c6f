/**
 * States of points and schedules in words. Their texts are the controller's, mostly the English words of its program:
 * ordinary ones are shown in the reader's language, all others as they were entered.
 */
import type common from './en/common'
import type { Translate } from './instance'

type StateWord = keyof (typeof common)['stateWord']

const stateWords: ReadonlySet<string> = new Set<StateWord>([
  'on',
  'off',
  'auto',
  'manual',
  'open',
  'closed',
  'occupied',
  'unoccupied',
  'standby',
  'heating',
  'cooling',
  'freeCooling',
  'mechanicalCooling',
  'economizer',
  'warmUp',
  'idle',
  'running',
  'stopped',
  'enabled',
  'disabled',
  'active',
  'inactive',
  'normal',
  'alarm',
  'fault',
  'low',
  'medium',
  'high',
  'day',
  'night',
])

const isStateWord = (name: string): name is StateWord => stateWords.has(name)

/** Returns the text of a state in the reader's language if it is an ordinary word in any case, else the text itself. */
export function stateWordText(t: Translate, text: string): string {
  if (text.length > maxWordLength) return text
  const plain = text.trim().toLowerCase()
  const name = plain.replace(/[ _-]([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (!isStateWord(name)) return text
  const word = t(`stateWord.${name}`)
  return word.toLowerCase() === plain ? text : word
}

const maxWordLength = 40

/** Returns the text of a switched state, by default On or Off. */
export const switchedText = (t: Translate, value: boolean, text?: string | null): string =>
  text ? stateWordText(t, text) : t(value ? 'stateWord.on' : 'stateWord.off')
