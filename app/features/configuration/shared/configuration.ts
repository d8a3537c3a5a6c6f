/** All kinds of configuration as pages show them, and the kind of a change in the trail. */

import { bacnetView } from '~/features/bacnet/shared/view'
import { networkView } from '~/features/network/shared/view'
import { timeView } from '~/features/time/shared/view'
import type { Translate } from '~/i18n/instance'
import {
  configurationTypeOf,
  fieldsIn,
  type KindName,
  type KindView,
  kindNames,
  type SettingField,
  type SettingKind,
  saveChangeOf,
  settingKinds,
} from './kind'

export const configurationViews: Readonly<Record<SettingKind, KindView>> = {
  network: networkView,
  time: timeView,
  bacnet: bacnetView,
}

/** Returns the setting with the path, of any kind; undefined if there is none. */
export function settingAt(path: string): SettingField | undefined {
  return Object.values(configurationViews)
    .flatMap(fieldsIn)
    .find((field) => field.path === path)
}

/** Returns the full label of a setting, `Primary: Gateway`; null for an unknown path. */
export function settingText(t: Translate, path: string): string | null {
  return settingAt(path)?.fullLabel(t) ?? null
}

/** Returns the full label of the setting with a form input; null for an unknown input. */
export function settingInputText(t: Translate, input: string): string | null {
  const fields = Object.values(configurationViews).flatMap(fieldsIn)
  return fields.find((field) => field.input === input)?.fullLabel(t) ?? null
}

/** Whether a change saves a kind of settings. */
export function isSave(mutation: string): boolean {
  return settingKinds.some((kind) => mutation === saveChangeOf[kind])
}

/** Returns the kind of settings of a recorded save or send; `network` by default. */
export function kindOfChange({ mutation, before }: { mutation: string; before: unknown }): KindName {
  const sent = kindNames.find((kind) => Object.hasOwn((before ?? {}) as object, configurationTypeOf[kind]))
  return kindNames.find((kind) => mutation === saveChangeOf[kind]) ?? sent ?? 'network'
}
