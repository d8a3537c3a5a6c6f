/** All kinds of configuration as pages show them, and the kind of a change in the trail. */
import type { Translate } from '~/i18n/instance'
import {
  fieldsIn,
  type KindName,
  type KindView,
  kindNames,
  type SettingField,
  type SettingKind,
  saveOf,
  settingKinds,
  typeOf,
} from '~/screens/configuration/kind'
import { bacnet } from './bacnet/view'
import { network } from './network/view'
import { time } from './time/view'

export const views: Readonly<Record<SettingKind, KindView>> = { network, time, bacnet }

/** Returns the setting with the path, of any kind; undefined if there is none. */
export function settingAt(path: string): SettingField | undefined {
  return Object.values(views)
    .flatMap(fieldsIn)
    .find((field) => field.path === path)
}

/** Returns the full label of a setting, `Primary: Gateway`; null for an unknown path. */
export function settingText(t: Translate, path: string): string | null {
  return settingAt(path)?.fullLabel(t) ?? null
}

/** Returns the full label of the setting with a form input; null for an unknown input. */
export function settingInputText(t: Translate, input: string): string | null {
  const fields = Object.values(views).flatMap(fieldsIn)
  return fields.find((field) => field.input === input)?.fullLabel(t) ?? null
}

/** Whether a change saves a kind of settings. */
export function isSave(mutation: string): boolean {
  return settingKinds.some((kind) => mutation === saveOf[kind])
}

/** Returns the kind of settings of a recorded save or send; `network` by default. */
export function kindOfChange({ mutation, before }: { mutation: string; before: unknown }): KindName {
  const sent = kindNames.find((kind) => Object.hasOwn((before ?? {}) as object, typeOf[kind]))
  return kindNames.find((kind) => mutation === saveOf[kind]) ?? sent ?? 'network'
}
