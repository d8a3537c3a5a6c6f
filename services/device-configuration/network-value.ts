/** How saved network settings change: fields left out stay, DHCP empties the address fields (spec §5). */

import type { InterfaceName, Ipv4, NetworkValue } from '../contracts/device-configuration'
import { interfaceNames } from '../contracts/device-configuration'

export const addressFields = ['ipAddress', 'subnetPrefixLength', 'gateway', 'primaryDns', 'secondaryDns'] as const

/** One interface with nothing left open. */
export type InterfaceSettings = {
  enabled: boolean
  ipv4: {
    dhcpEnabled: boolean
    ipAddress: string | null
    subnetPrefixLength: number | null
    gateway: string | null
    primaryDns: string | null
    secondaryDns: string | null
  }
  /** Members; of the bridge only. */
  interfaces?: string[]
}

/** The settings of one controller: the interfaces it has, complete. */
export type NetworkSettings = Partial<Record<InterfaceName, InterfaceSettings>>

/** The interfaces a controller has a value for, in the order of the specification. */
export function supportedInterfaces(settings: NetworkSettings): InterfaceName[] {
  return interfaceNames.filter((name) => settings[name] !== undefined)
}

/** The settings as they would be with `value` saved over them; interfaces the controller lacks are left out. */
export function mergeNetwork(settings: NetworkSettings, value: NetworkValue): NetworkSettings {
  const merged: NetworkSettings = {}
  for (const name of supportedInterfaces(settings)) {
    const current = settings[name] as InterfaceSettings
    const change = value[name]
    const ipv4 = change?.ipv4 ? mergeIpv4(current.ipv4, change.ipv4) : { ...current.ipv4 }
    merged[name] = { enabled: change?.enabled ?? current.enabled, ipv4 }
    if (name === 'bridge') merged[name].interfaces = value.bridge?.interfaces ?? current.interfaces ?? []
  }
  return merged
}

function mergeIpv4(current: InterfaceSettings['ipv4'], change: Ipv4): InterfaceSettings['ipv4'] {
  const dhcpEnabled = change.dhcpEnabled ?? current.dhcpEnabled
  const merged = { ...current, dhcpEnabled }
  for (const field of addressFields) {
    const next = dhcpEnabled ? null : change[field]
    if (next !== undefined) Object.assign(merged, { [field]: next === '' ? null : next })
  }
  return merged
}

/** Whether two settings are the same. */
export function sameNetwork(a: NetworkSettings, b: NetworkSettings): boolean {
  return JSON.stringify(mergeNetwork(a, {})) === JSON.stringify(mergeNetwork(b, {}))
}
