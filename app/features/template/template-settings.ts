/**
 * Settings that a configuration template can have: those that suit several controllers. Settings of a single
 * controller, such as address, name and device instance, are excluded (domain §8.2).
 */

import { configurationViews } from '~/features/configuration/shared/configuration'
import {
  fieldsIn,
  inputValues,
  type KindName,
  type SettingField,
  type SettingValue,
} from '~/features/configuration/shared/kind'
import type { Translate } from '~/i18n/instance'

export const sections = ['time', 'bacnet', 'network'] as const satisfies readonly KindName[]
export type Section = (typeof sections)[number]

export interface TemplateSetting {
  section: Section
  field: SettingField
  /** Name of its form input. */
  name: string
}

export interface SettingsOfGroup {
  name: string
  title: (t: Translate) => string
  settings: TemplateSetting[]
}

const isShared = ({ notForMany, isIncremented }: SettingField) => !notForMany && !isIncremented

/** Returns `network-primary-gateway`. */
export const settingInputName = (section: Section, { input }: Pick<SettingField, 'input'>) =>
  `${section}-${input.replaceAll('.', '-')}`

export function settingGroups(section: Section): SettingsOfGroup[] {
  return configurationViews[section].groups.map(({ name, title, fields }) => ({
    name,
    title,
    settings: fields.filter(isShared).map((field) => ({ section, field, name: settingInputName(section, field) })),
  }))
}

export const sectionSettings = (section: Section) => settingGroups(section).flatMap(({ settings }) => settings)
export const allSettings = () => sections.flatMap(sectionSettings)

/** Returns the setting with the path, whether or not a template can have it. */
export function settingOf(section: Section, path: string): SettingField | undefined {
  return fieldsIn(configurationViews[section]).find((field) => field.path === path)
}

/** Returns the text of the form input; empty if the template does not set it. */
export function inputTextOf({ control }: SettingField, value: SettingValue | undefined): string {
  return inputValues(value).join(control === 'boxes' ? ' ' : '\n')
}

/** Parses the typed text; undefined if it is empty. An invalid number is NaN, which the rules reject. */
export function parseSetting({ control, isNumber }: SettingField, text: string): SettingValue | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (control === 'switch') return trimmed === 'on'
  if (control === 'boxes') return trimmed.split(' ')
  if (control === 'lines')
    return trimmed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  if (control !== 'digits' && !isNumber) return trimmed
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** Returns every non-empty combination of the values, smallest first. */
export function combinationsOf(values: readonly string[]): string[] {
  const all = values.reduce<string[][]>(
    (combinations, value) => [...combinations, ...combinations.map((some) => [...some, value])],
    [[]],
  )
  return all
    .filter((some) => some.length > 0)
    .sort((one, other) => one.length - other.length)
    .map((some) => some.join(' '))
}
