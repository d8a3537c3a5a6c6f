/**
 * Form fields of data logging, named after the object of a point: when values are stored, and the minimum change
 * (domain §6.3).
 */
import type { KeptPoint } from '#contracts/historian'
import type { Point } from '#contracts/points'
import type { Translate } from '~/i18n/instance'
import type { Language } from '~/i18n/languages'
import type { FilledIn } from '~/screens/edit/fields'
import { type Reading, typed } from '~/things/variable/values'
import { formatsFor } from '~/ui/format'
import { instanceText } from './object-text'

/** Logging intervals that a form offers, in seconds. */
export const usualIntervals = [60, 300, 900, 3_600, 86_400] as const
/** Values of the field: not stored, or stored on change; any other value is an interval in seconds. */
export const notKept = ''
export const onChange = 'cov'

type Object = Pick<Point, 'objectType' | 'objectInstance'>

const objectOf = ({ objectType, objectInstance }: Object) =>
  `${objectType.replace(/\W/g, '')}-${instanceText(objectInstance)}`

/** Names of the form fields of a point. */
export const howField = (point: Object) => `how-${objectOf(point)}`
export const leastField = (point: Object) => `least-${objectOf(point)}`

/** Whether a minimum change applies to its values. */
export const isMeasured = ({ kind }: Pick<Point, 'kind'>) => kind === 'number'

/** Returns the form values of one point. */
export function filledPoint(point: Point, kept: KeptPoint | undefined, reading: Reading): FilledIn {
  const how = !kept ? notKept : kept.mode === 'cov' ? onChange : String(kept.intervalSec)
  const least = how === onChange && kept?.covIncrement != null ? typed(measured(point), kept.covIncrement, reading) : ''
  return { [howField(point)]: how, ...(isMeasured(point) && { [leastField(point)]: least }) }
}

/** Returns the unit in which a change of its value is written. */
export const measured = ({ unit }: Pick<Point, 'unit'>) => ({ unit: unit ?? null })

/** Returns the label of a field from the object in its name, for records whose point is not loaded. */
export function keepingLabel({ t }: Words, name: string): string {
  const [, field = '', object = ''] = name.match(/^(how|least)-(.+)$/) ?? []
  if (name === 'enabled') return t('main:historian.enabled')
  if (!field) return t('main:historian.retention')
  return t(`main:historian.${field === 'how' ? 'howOf' : 'leastOf'}`, { name: object.replace('-', ' ') })
}

/** Returns the value of a field as text. */
export function keepingText({ t, language }: Words, name: string, value: string): string {
  if (name === 'enabled') return t(value ? 'word.yes' : 'word.no')
  return name.startsWith('how-') ? howText({ t, language }, value) : value
}

interface Words {
  t: Translate
  language: Language
}

/** Returns the logging mode as text. */
export function howText({ t, language }: Words, how: string): string {
  if (how === notKept) return t('main:point.notKept')
  if (how === onChange) return t('main:point.keptOnChange')
  return t('main:point.keptEvery', {
    every: formatsFor({ language, unit: 'metric', timeZone: 'UTC' }).duration(Number(how)),
  })
}
