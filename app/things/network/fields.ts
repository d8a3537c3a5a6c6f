/**
 * The names of the network form and what they mean. An input is called `primary.gateway`, its no-change box
 * `keep.primary.gateway`; the setting itself is `primary.ipv4.gateway` (spec §3, §5).
 */
import type { Network } from '#contracts/device-configuration'
import { type AddressField, type InterfaceName, interfaceNames } from '#contracts/network-names'
import { fieldsOf, type NetworkFieldValue } from '~/domain/network-form'
import type { Translate } from '~/i18n/instance'

/** What an interface can be set to; `interfaces` are the members of the bridge. */
export type SettingName = 'enabled' | 'interfaces' | 'dhcpEnabled' | AddressField

/** The settings of an interface, in the order of the form. */
export function settingsOf(name: InterfaceName): SettingName[] {
  return fieldsOf(name).map((path) => path.split('.').at(-1) as SettingName)
}

export function inputName(name: InterfaceName, setting: SettingName): string {
  return `${name}.${setting}`
}

export function keepName(name: InterfaceName, setting: SettingName): string {
  return `keep.${name}.${setting}`
}

/** What the field held when the form was made, carried so that a plan can tell what moved since. */
export function originalName(name: InterfaceName, setting: SettingName): string {
  return `was.${name}.${setting}`
}

/** `primary.ipv4.gateway` from an interface and a setting. */
export function settingPath(name: InterfaceName, setting: SettingName): string {
  return setting === 'enabled' || setting === 'interfaces' ? `${name}.${setting}` : `${name}.ipv4.${setting}`
}

/** The input a setting, or a problem with it, belongs to. */
export function inputOf(path: string): string {
  return path.replace('.ipv4.', '.')
}

/** `Primary: Gateway` for a setting's path; null for anything else. */
export function settingText(t: Translate, path: string): string | null {
  const [name, ...rest] = path.split('.')
  const found = interfaceNames.find((one) => one === name)
  const setting = found && settingsOf(found).find((one) => one === rest.at(-1))
  if (!found || !setting) return null
  return t('main:network.setting', {
    interface: t(`main:network.interface.${found}`),
    field: t(`main:network.field.${setting}`),
  })
}

/** A setting's value in words; null where there is none. */
export function valueText(t: Translate, value: NetworkFieldValue | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? t('word.on') : t('word.off')
  if (!Array.isArray(value)) return String(value)
  const names = value.map((one) => interfaceNames.find((name) => name === one))
  return names.map((name, at) => (name ? t(`main:network.interface.${name}`) : value[at])).join(', ') || null
}

/** A setting's value as the form's inputs write it. */
export function inputValues(value: NetworkFieldValue | undefined): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'boolean') return [value ? 'on' : 'off']
  return Array.isArray(value) ? value : [String(value)]
}

/** Whether a controller has an interface; where a backend lists none, those with a value (spec §3). */
export function supports(network: Network, name: InterfaceName): boolean {
  return network.supportedInterfaces?.includes(name) ?? Boolean(network[name])
}
