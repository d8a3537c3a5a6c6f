/**
 * How the values of points are kept, as a form has it and the trail tells it: by the object of a point, one of a few
 * words for how, and the least change (domain §6.3).
 */
import type { KeptPoint } from '#contracts/historian'
import type { Point } from '#contracts/points'
import type { Translate } from '~/i18n/instance'
import type { Language } from '~/i18n/languages'
import type { FilledIn } from '~/screens/edit/fields'
import { type Reading, typed } from '~/things/variable/values'
import { formatsFor } from '~/ui/format'
import { instanceText } from './object-text'

/** Seconds from one kept value to the next that a form offers. */
export const usualIntervals = [60, 300, 900, 3_600, 86_400] as const
/** Not kept, and at each change; a number of seconds else. */
export const notKept = ''
export const onChange = 'cov'

type Object = Pick<Point, 'objectType' | 'objectInstance'>

const objectOf = ({ objectType, objectInstance }: Object) =>
  `${objectType.replace(/\W/g, '')}-${instanceText(objectInstance)}`

/** What the fields of a point are posted as. */
export const howField = (point: Object) => `how-${objectOf(point)}`
export const leastField = (point: Object) => `least-${objectOf(point)}`

/** Whether a least change says something of its values. */
export const isMeasured = ({ kind }: Pick<Point, 'kind'>) => kind === 'number'

/** The fields of one point, filled in with how it is kept. */
export function filledPoint(point: Point, kept: KeptPoint | undefined, reading: Reading): FilledIn {
  const how = !kept ? notKept : kept.mode === 'cov' ? onChange : String(kept.intervalSec)
  const least = how === onChange && kept?.covIncrement != null ? typed(measured(point), kept.covIncrement, reading) : ''
  return { [howField(point)]: how, ...(isMeasured(point) && { [leastField(point)]: least }) }
}

/** With the unit in which its changes are told. */
export const measured = ({ unit }: Pick<Point, 'unit'>) => ({ unit: unit ?? null })

/** A field in words, where its point is not at hand: by its object. */
export function keepingLabel({ t }: Words, name: string): string {
  const [, field = '', object = ''] = name.match(/^(how|least)-(.+)$/) ?? []
  if (name === 'enabled') return t('main:historian.enabled')
  if (!field) return t('main:historian.retention')
  return t(`main:historian.${field === 'how' ? 'howOf' : 'leastOf'}`, { name: object.replace('-', ' ') })
}

/** What it holds, in words. */
export function keepingText({ t, language }: Words, name: string, value: string): string {
  if (name === 'enabled') return t(value ? 'word.yes' : 'word.no')
  return name.startsWith('how-') ? howText({ t, language }, value) : value
}

interface Words {
  t: Translate
  language: Language
}

/** How, in words. */
export function howText({ t, language }: Words, how: string): string {
  if (how === notKept) return t('main:point.notKept')
  if (how === onChange) return t('main:point.keptOnChange')
  return t('main:point.keptEvery', {
    every: formatsFor({ language, unit: 'metric', timeZone: 'UTC' }).duration(Number(how)),
  })
}
