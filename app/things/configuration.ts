/** Every kind of configuration that has pages. */
import type { Translate } from '~/i18n/instance'
import { fieldsIn, type KindName, type KindView, type SettingField } from '~/screens/configuration/kind'
import { bacnet } from './bacnet/view'
import { network } from './network/view'
import { time } from './time/view'

export const views: Readonly<Record<KindName, KindView>> = { network, time, bacnet }

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

/** Whether a change is the save of a kind. */
export function isSave(mutation: string): boolean {
  return Object.keys(views).some((name) => mutation === `${name}.save`)
}

/** The kind that a save or a send of the trail is of. */
export function kindOfChange({ mutation, before }: { mutation: string; before: unknown }): KindName {
  const names = Object.keys(views) as KindName[]
  const sent = names.find((name) => Object.hasOwn((before ?? {}) as object, name))
  return names.find((name) => mutation === `${name}.save`) ?? sent ?? 'network'
}
