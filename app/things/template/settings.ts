/**
 * Settings that a configuration template can have: those that suit several controllers. Settings of a single
 * controller, such as address, name and device instance, are excluded (domain §8.2).
 */
import type { Translate } from '~/i18n/instance'
import {
  fieldsIn,
  inputValues,
  type KindName,
  type SettingField,
  type SettingValue,
} from '~/screens/configuration/kind'
import { views } from '../configuration'

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

const isShared = ({ notForMany, isCounted }: SettingField) => !notForMany && !isCounted

/** Returns `network-primary-gateway`. */
export const nameOf = (section: Section, { input }: Pick<SettingField, 'input'>) =>
  `${section}-${input.replaceAll('.', '-')}`

export function groupsOf(section: Section): SettingsOfGroup[] {
  return views[section].groups.map(({ name, title, fields }) => ({
    name,
    title,
    settings: fields.filter(isShared).map((field) => ({ section, field, name: nameOf(section, field) })),
  }))
}

export const settingsOf = (section: Section) => groupsOf(section).flatMap(({ settings }) => settings)
export const allSettings = () => sections.flatMap(settingsOf)

/** Returns the setting with the path, whether or not a template can have it. */
export function settingOf(section: Section, path: string): SettingField | undefined {
  return fieldsIn(views[section]).find((field) => field.path === path)
}

/** Returns the text of the form input; empty if the template does not set it. */
export function textOf({ control }: SettingField, value: SettingValue | undefined): string {
  return inputValues(value).join(control === 'boxes' ? ' ' : '\n')
}

/** Parses the typed text; undefined if it is empty. An invalid number is NaN, which the rules reject. */
export function typedValue({ control, isNumber }: SettingField, text: string): SettingValue | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  if (control === 'switch') return typed === 'on'
  if (control === 'boxes') return typed.split(' ')
  if (control === 'lines')
    return typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  if (control !== 'digits' && !isNumber) return typed
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
}

/** Returns every non-empty combination of the values, smallest first. */
export function someOf(values: readonly string[]): string[] {
  const all = values.reduce<string[][]>((made, value) => [...made, ...made.map((some) => [...some, value])], [[]])
  return all
    .filter((some) => some.length > 0)
    .sort((one, other) => one.length - other.length)
    .map((some) => some.join(' '))
}
