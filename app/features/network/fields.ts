/**
 * Names of the network form's fields. An input is named `primary.gateway`, its no-change checkbox
 * `keep.primary.gateway`; the path of the setting is `primary.ipv4.gateway` (spec §3, §5).
 */
import type { Network } from '#contracts/device-configuration'
import { type AddressField, addressFields, type InterfaceName } from '#contracts/network-names'

/** Settings of an interface; `interfaces` are the members of the bridge. */
export type SettingName = 'enabled' | 'interfaces' | 'dhcpEnabled' | AddressField

/** Returns the settings of an interface in the order of the form. */
export function interfaceSettings(name: InterfaceName): SettingName[] {
  return ['enabled', ...(name === 'bridge' ? (['interfaces'] as const) : []), 'dhcpEnabled', ...addressFields]
}

export function inputName(name: InterfaceName, setting: SettingName): string {
  return `${name}.${setting}`
}

/** Returns `primary.ipv4.gateway` for an interface and a setting. */
export function settingPath(name: InterfaceName, setting: SettingName): string {
  return setting === 'enabled' || setting === 'interfaces' ? `${name}.${setting}` : `${name}.ipv4.${setting}`
}

/** Returns the input of a setting or of an error path. */
export function inputOf(path: string): string {
  return path.replace('.ipv4.', '.')
}

/** Whether a controller has an interface; if the backend lists none, those with a value count (spec §3). */
export function supportsInterface(network: Network, name: InterfaceName): boolean {
  return network.supportedInterfaces?.includes(name) ?? Boolean(network[name])
}
