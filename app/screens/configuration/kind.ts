/** A kind of configuration as its pages see it: its settings, group by group, with their words and their controls. */
import type { ConfigurationType } from '#contracts/site-shapes'
import type { ChangeOfMany } from '~/changes'
import type { Translate } from '~/i18n/instance'
import type { Option } from '~/ui/field'

/** Those made of settings: values in a form with "No change" boxes, for one controller or for many. */
export const settingKinds = ['network', 'time', 'bacnet'] as const
export type SettingKind = (typeof settingKinds)[number]

/** All that is saved for controllers and then sent. Everything said of one kind stands in `main:<kind>`. */
export const kindNames = [...settingKinds, 'adminUser', 'graphics'] as const
export type KindName = (typeof kindNames)[number]

/** What the services call a kind. */
export const typeOf = {
  network: 'network',
  time: 'time',
  bacnet: 'bacnet',
  adminUser: 'users',
  graphics: 'gfx',
} as const satisfies Record<KindName, ConfigurationType>

/** The kind of a type. */
export function kindOfType(type: ConfigurationType): KindName {
  return kindNames.find((kind) => typeOf[kind] === type) ?? 'network'
}

/** The change that saves a kind; what is saved is sent by `configuration.send`. */
export const saveOf = {
  network: 'network.save',
  time: 'time.save',
  bacnet: 'bacnet.save',
  adminUser: 'adminUser.save',
  graphics: 'graphics.upload',
} as const satisfies Record<KindName, ChangeOfMany>

export function isSettingKind(kind: KindName): kind is SettingKind {
  return (settingKinds as readonly KindName[]).includes(kind)
}

export type SettingValue = string | number | boolean | string[] | null

type Said = (t: Translate) => string

export interface SettingField {
  /** As the value that is saved and the trail name it: `primary.ipv4.gateway`. */
  path: string
  /** As the form posts it: `primary.gateway`. Its no-change box is `keep.primary.gateway`. */
  input: string
  label: Said
  /** Where it stands alone, "Primary: Gateway". */
  fullLabel: Said
  hint?: Said
  control: 'switch' | 'words' | 'digits' | 'lines' | 'boxes' | 'choice'
  /** Left empty it is nothing, `null`, and what was there goes. */
  isClearable?: true
  /** Of lines: a space or a comma parts them, too. */
  isOfWords?: true
  /** Of a choice: what it offers are numbers. */
  isNumber?: boolean
  /** For several controllers at once: the first of them gets the value, each further one so much more (`incrementName`). */
  isCounted?: boolean
  /** The keyboard that a phone offers for words. */
  inputMode?: 'decimal'
  /** Of boxes; those of a choice are read with the page. */
  options?: (t: Translate) => Option[]
  /** Of boxes, those that can be ticked; all unless said. */
  offered?: readonly string[]
  /** Why there is nothing to fill in for many controllers at once. */
  notForMany?: Said
}

export interface SettingGroup {
  /** What a controller may lack: `bridge`. */
  name: string
  title: Said
  fields: readonly SettingField[]
}

export interface KindView {
  name: SettingKind
  /** Its groups have the same settings, so that one controller's stand in one table, a column for each. */
  isMatrix?: true
  groups: readonly SettingGroup[]
}

export function fieldsIn({ groups }: KindView): SettingField[] {
  return groups.flatMap(({ fields }) => fields)
}

/** What each further controller gets more of a counted setting. */
export const incrementName = 'increment'

export const keepName = (input: string) => `keep.${input}`

/** What the field held when the form was made, carried so that a plan can tell what moved since. */
export const originalName = (input: string) => `was.${input}`

/** What a value says of a setting; undefined when it leaves it out. */
export function valueAt(value: object, path: string): SettingValue | undefined {
  let found: unknown = value
  for (const step of path.split('.')) found = (found as Record<string, unknown> | null | undefined)?.[step]
  return found as SettingValue | undefined
}

/** Values by the dots in their names. */
export function nested<T>(values: readonly (readonly [name: string, value: T])[]): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, value] of values) {
    const steps = name.split('.')
    const last = steps.pop() as string
    let inside = made
    for (const step of steps) {
      inside[step] ??= {}
      inside = inside[step] as Record<string, unknown>
    }
    inside[last] = value
  }
  return made
}

/** The settings that a record kept, as a value: what was not there before stays as it is, unless it can be nothing. */
export function keptValue(view: KindView, kept: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return nested(
    fieldsIn(view).flatMap(({ path, isClearable }): [string, SettingValue][] => {
      const value = kept[path] as SettingValue | undefined
      return value === undefined || (value === null && !isClearable) ? [] : [[path, value]]
    }),
  )
}

/** A setting's value as the form's inputs write it. */
export function inputValues(value: SettingValue | undefined): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'boolean') return [value ? 'on' : 'off']
  return Array.isArray(value) ? value : [String(value)]
}

/** A setting's value in words; null where there is none. */
export function valueText(t: Translate, field: SettingField | undefined, value: SettingValue | undefined) {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? t('word.on') : t('word.off')
  if (!Array.isArray(value)) return String(value)
  const options = field?.options?.(t) ?? []
  return value.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', ') || null
}

export interface Difference {
  field: SettingField
  current: SettingValue
  next: SettingValue
  /** `kept` was left out on purpose, `same` was given as it is already. */
  kind: 'change' | 'same' | 'kept'
}

/** Setting by setting, what a controller has and what it gets. */
export function differences(fields: readonly SettingField[], current: object, value: object): Difference[] {
  return fields.map((field) => {
    const before = valueAt(current, field.path) ?? null
    const next = valueAt(value, field.path)
    if (next === undefined) return { field, current: before, next: before, kind: 'kept' }
    return { field, current: before, next, kind: isSame(field, before, next) ? 'same' : 'change' }
  })
}

/** Boxes are a set: their order does not matter. */
function isSame({ control }: SettingField, a: SettingValue, b: SettingValue): boolean {
  const text = (value: SettingValue) =>
    JSON.stringify(Array.isArray(value) && control === 'boxes' ? [...value].sort() : value)
  return text(a) === text(b)
}
