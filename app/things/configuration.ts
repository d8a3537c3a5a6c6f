/** Every kind of settings as its pages see it, and of which kind a change of the trail is. */
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

/** A setting by its path, of whatever kind; undefined for anything else. */
export function settingAt(path: string): SettingField | undefined {
  return Object.values(views)
    .flatMap(fieldsIn)
    .find((field) => field.path === path)
}

/** A setting's name where it stands alone, `Primary: Gateway`; null for anything else. */
export function settingText(t: Translate, path: string): string | null {
  return settingAt(path)?.fullLabel(t) ?? null
}

/** The same by the input of a form, of a kind that has it; null for anything else. */
export function settingInputText(t: Translate, input: string): string | null {
  const fields = Object.values(views).flatMap(fieldsIn)
  return fields.find((field) => field.input === input)?.fullLabel(t) ?? null
}

/** Whether a change is the save of a kind of settings. */
export function isSave(mutation: string): boolean {
  return settingKinds.some((kind) => mutation === saveOf[kind])
}

/** The kind that a save or a send of the trail is of. */
export function kindOfChange({ mutation, before }: { mutation: string; before: unknown }): KindName {
  const sent = kindNames.find((kind) => Object.hasOwn((before ?? {}) as object, typeOf[kind]))
  return kindNames.find((kind) => mutation === saveOf[kind]) ?? sent ?? 'network'
}
