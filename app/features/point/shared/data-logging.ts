/**
 * Form fields of data logging, named after the object of a point: when values are stored, and the minimum change
 * (domain §6.3).
 */
import type { KeptPoint } from '#contracts/historian'
import type { Point } from '#contracts/points'
import { type NumberLocale, toInputText } from '~/features/variable/shared/values'
import type { Translate } from '~/i18n/instance'
import type { Language } from '~/i18n/languages'
import type { InputValues } from '~/kit/edit/fields'
import { formatsFor } from '~/ui/format'
import { instanceText } from './object-text'

/** Logging intervals that a form offers, in seconds. */
export const loggingIntervalsSec = [60, 300, 900, 3_600, 86_400] as const
/** Values of the field: not stored, or stored on change; any other value is an interval in seconds. */
export const notLogged = ''
export const loggedOnChange = 'cov'

type Object = Pick<Point, 'objectType' | 'objectInstance'>

const objectOf = ({ objectType, objectInstance }: Object) =>
  `${objectType.replace(/\W/g, '')}-${instanceText(objectInstance)}`

/** Names of the form fields of a point. */
export const modeField = (point: Object) => `how-${objectOf(point)}`
export const minChangeField = (point: Object) => `least-${objectOf(point)}`

/** Whether a minimum change applies to its values. */
export const hasMinChange = ({ kind }: Pick<Point, 'kind'>) => kind === 'number'

/** Returns the form values of one point. */
export function loggingToForm(point: Point, logging: KeptPoint | undefined, locale: NumberLocale): InputValues {
  const mode = !logging ? notLogged : logging.mode === 'cov' ? loggedOnChange : String(logging.intervalSec)
  const minChange =
    mode === loggedOnChange && logging?.covIncrement != null
      ? toInputText(changeUnit(point), logging.covIncrement, locale)
      : ''
  return { [modeField(point)]: mode, ...(hasMinChange(point) && { [minChangeField(point)]: minChange }) }
}

/** Returns the unit in which a change of its value is written. */
export const changeUnit = ({ unit }: Pick<Point, 'unit'>) => ({ unit: unit ?? null })

/** Returns the label of a field from the object in its name, for records whose point is not loaded. */
export function loggingLabel({ t }: LoggingWords, name: string): string {
  const [, field = '', object = ''] = name.match(/^(how|least)-(.+)$/) ?? []
  if (name === 'enabled') return t('main:historian.enabled')
  if (!field) return t('main:historian.retention')
  return t(`main:historian.${field === 'how' ? 'howOf' : 'leastOf'}`, { name: object.replace('-', ' ') })
}

/** Returns the value of a field as text. */
export function loggingText({ t, language }: LoggingWords, name: string, value: string): string {
  if (name === 'enabled') return t(value ? 'word.yes' : 'word.no')
  return name.startsWith('how-') ? loggingModeText({ t, language }, value) : value
}

interface LoggingWords {
  t: Translate
  language: Language
}

/** Returns the logging mode as text. */
export function loggingModeText({ t, language }: LoggingWords, mode: string): string {
  if (mode === notLogged) return t('main:point.notKept')
  if (mode === loggedOnChange) return t('main:point.keptOnChange')
  return t('main:point.keptEvery', {
    every: formatsFor({ language, unit: 'metric', timeZone: 'UTC' }).duration(Number(mode)),
  })
}
