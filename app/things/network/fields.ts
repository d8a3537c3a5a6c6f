/**
 * The names of the network form and what they mean. An input is called `primary.gateway`, its no-change box
 * `keep.primary.gateway`; the setting itself is `primary.ipv4.gateway` (spec §3, §5).
 */
import type { Network } from '#contracts/device-configuration'
import { type AddressField, addressFields, type InterfaceName } from '#contracts/network-names'

/** What an interface can be set to; `interfaces` are the members of the bridge. */
export type SettingName = 'enabled' | 'interfaces' | 'dhcpEnabled' | AddressField

/** The settings of an interface, in the order of the form. */
export function settingsOf(name: InterfaceName): SettingName[] {
  return ['enabled', ...(name === 'bridge' ? (['interfaces'] as const) : []), 'dhcpEnabled', ...addressFields]
}

export function inputName(name: InterfaceName, setting: SettingName): string {
  return `${name}.${setting}`
}

/** `primary.ipv4.gateway` from an interface and a setting. */
export function settingPath(name: InterfaceName, setting: SettingName): string {
  return setting === 'enabled' || setting === 'interfaces' ? `${name}.${setting}` : `${name}.ipv4.${setting}`
}

/** The input a setting, or a problem with it, belongs to. */
export function inputOf(path: string): string {
  return path.replace('.ipv4.', '.')
}

/** Whether a controller has an interface; where a backend lists none, those with a value (spec §3). */
export function supports(network: Network, name: InterfaceName): boolean {
  return network.supportedInterfaces?.includes(name) ?? Boolean(network[name])
}
