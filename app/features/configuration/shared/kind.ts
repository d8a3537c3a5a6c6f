/** A kind of configuration as pages see it: groups of settings with their labels and controls. */
import type { ConfigurationType } from '#contracts/site-shapes'
import type { BulkChangeName } from '~/changes'
import type { Translate } from '~/i18n/instance'
import type { Option } from '~/ui/field'

/** The kinds that consist of settings: a form with "No change" boxes, for one controller or many. */
export const settingKinds = ['network', 'time', 'bacnet'] as const
export type SettingKind = (typeof settingKinds)[number]

/** Everything that is saved for controllers and then sent. The texts of a kind are in `main:<kind>`. */
export const kindNames = [...settingKinds, 'adminUser', 'graphics'] as const
export type KindName = (typeof kindNames)[number]

/** The service's name for each kind. */
export const configurationTypeOf = {
  network: 'network',
  time: 'time',
  bacnet: 'bacnet',
  adminUser: 'users',
  graphics: 'gfx',
} as const satisfies Record<KindName, ConfigurationType>

/** Returns the kind of a configuration type. */
export function kindOfType(type: ConfigurationType): KindName {
  return kindNames.find((kind) => configurationTypeOf[kind] === type) ?? 'network'
}

/** The change that saves each kind; `configuration.send` sends what was saved. */
export const saveChangeOf = {
  network: 'network.save',
  time: 'time.save',
  bacnet: 'bacnet.save',
  adminUser: 'adminUser.save',
  graphics: 'graphics.upload',
} as const satisfies Record<KindName, BulkChangeName>

export function isSettingKind(kind: KindName): kind is SettingKind {
  return (settingKinds as readonly KindName[]).includes(kind)
}

export type SettingValue = string | number | boolean | string[] | null

type Label = (t: Translate) => string

export interface SettingField {
  /** The path in the saved value and in the trail: `primary.ipv4.gateway`. */
  path: string
  /** The name in the form: `primary.gateway`. Its "No change" box is `keep.primary.gateway`. */
  input: string
  label: Label
  /** The label with its group, "Primary: Gateway". */
  fullLabel: Label
  hint?: Label
  control: 'switch' | 'words' | 'digits' | 'lines' | 'boxes' | 'choice'
  /** An empty input means `null` and clears the setting. */
  isClearable?: true
  /** Lines may also be separated by spaces or commas. */
  splitsOnSpaces?: true
  /** The options of the choice are numbers. */
  isNumber?: boolean
  /**
   * With several controllers the first one receives the value, each further one the value plus a step
   * (`incrementName`).
   */
  isIncremented?: boolean
  /** The keyboard a phone shows. */
  inputMode?: 'decimal'
  /** The options of boxes; those of a choice are read with the page. */
  options?: (t: Translate) => Option[]
  /** The boxes that can be ticked; all by default. */
  selectable?: readonly string[]
  /** Why the setting cannot be filled in for many controllers at once. */
  notForMany?: Label
}

export interface SettingGroup {
  /** A controller may lack the group: `bridge`. */
  name: string
  title: Label
  fields: readonly SettingField[]
}

export interface KindView {
  name: SettingKind
  /** Groups with the same settings, shown as one table with a column per group. */
  isMatrix?: true
  groups: readonly SettingGroup[]
}

export function fieldsIn({ groups }: KindView): SettingField[] {
  return groups.flatMap(({ fields }) => fields)
}

/** The field with the step of an incremented setting. */
export const incrementName = 'increment'

export const keepName = (input: string) => `keep.${input}`

/** The field with the original value, so that a plan detects concurrent changes. */
export const originalName = (input: string) => `was.${input}`

/** Returns the value of a setting by its path; undefined if the value leaves it out. */
export function settingValueAt(value: object, path: string): SettingValue | undefined {
  let current: unknown = value
  for (const step of path.split('.')) current = (current as Record<string, unknown> | null | undefined)?.[step]
  return current as SettingValue | undefined
}

/** Builds an object from names with dots. */
export function nestByPath<T>(values: readonly (readonly [name: string, value: T])[]): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of values) {
    const steps = name.split('.')
    const last = steps.pop() as string
    let inside = result
    for (const step of steps) {
      inside[step] ??= {}
      inside = inside[step] as Record<string, unknown>
    }
    inside[last] = value
  }
  return result
}

/** Returns recorded settings as a value. Settings that had no value are left out, unless they can be cleared. */
export function recordedValue(view: KindView, recorded: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return nestByPath(
    fieldsIn(view).flatMap(({ path, isClearable }): [string, SettingValue][] => {
      const value = recorded[path] as SettingValue | undefined
      return value === undefined || (value === null && !isClearable) ? [] : [[path, value]]
    }),
  )
}

/** Returns a setting's value as the inputs write it. */
export function inputValues(value: SettingValue | undefined): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'boolean') return [value ? 'on' : 'off']
  return Array.isArray(value) ? value : [String(value)]
}

/** Returns a setting's value in words; null for no value. */
export function settingValueText(t: Translate, field: SettingField | undefined, value: SettingValue | undefined) {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? t('word.on') : t('word.off')
  if (!Array.isArray(value)) return String(value)
  const options = field?.options?.(t) ?? []
  return value.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', ') || null
}

export interface SettingDifference {
  field: SettingField
  current: SettingValue
  next: SettingValue
  /** `kept`: left out of the value. `same`: submitted, but equal to the current value. */
  kind: 'change' | 'same' | 'kept'
}

/** Compares each setting of a controller with the submitted value. */
export function settingDifferences(
  fields: readonly SettingField[],
  current: object,
  value: object,
): SettingDifference[] {
  return fields.map((field) => {
    const before = settingValueAt(current, field.path) ?? null
    const next = settingValueAt(value, field.path)
    if (next === undefined) return { field, current: before, next: before, kind: 'kept' }
    return { field, current: before, next, kind: isSame(field, before, next) ? 'same' : 'change' }
  })
}

/** Boxes are a set, so their order is ignored. */
function isSame({ control }: SettingField, a: SettingValue, b: SettingValue): boolean {
  const text = (value: SettingValue) =>
    JSON.stringify(Array.isArray(value) && control === 'boxes' ? [...value].sort() : value)
  return text(a) === text(b)
}
