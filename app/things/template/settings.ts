/**
 * The settings that a configuration template can hold: those of each kind that suit more than one controller. What belongs
 * to one alone, such as its address, its name or its device instance, is left out (domain §8.2).
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
  /** Of its input in the form. */
  name: string
}

export interface SettingsOfGroup {
  name: string
  title: (t: Translate) => string
  settings: TemplateSetting[]
}

const isShared = ({ notForMany, isCounted }: SettingField) => !notForMany && !isCounted

/** `network-primary-gateway` */
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

/** The setting of a path, whether a template holds it or not. */
export function settingOf(section: Section, path: string): SettingField | undefined {
  return fieldsIn(views[section]).find((field) => field.path === path)
}

/** As the form writes it; empty where the template says nothing of it. */
export function textOf({ control }: SettingField, value: SettingValue | undefined): string {
  return inputValues(value).join(control === 'boxes' ? ' ' : '\n')
}

/** What was typed, as it is kept; undefined where nothing was. What is no number is for the rules to refuse. */
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

/** Every choice of some of the boxes, one after the other: one of them, then two and so on. */
export function someOf(values: readonly string[]): string[] {
  const all = values.reduce<string[][]>((made, value) => [...made, ...made.map((some) => [...some, value])], [[]])
  return all
    .filter((some) => some.length > 0)
    .sort((one, other) => one.length - other.length)
    .map((some) => some.join(' '))
}
