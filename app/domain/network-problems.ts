/** The checks of a network change before it is sent (domain §5.5), as in the contract. */
import type { Network, NetworkValue } from '#contracts/device-configuration'
import { interfaceNames } from '#contracts/network-names'
import {
  mergeNetwork,
  type NetworkErrors,
  type NetworkRule,
  networkSettingsErrors,
  networkValueErrors,
  supportedInterfaces,
} from '#contracts/network-rules'

/** Field path, `primary.ipv4.gateway`, to the key of its problem, `network.gateway`. */
export type NetworkProblems = Record<string, `network.${NetworkRule}`>

export interface NetworkTarget {
  /** Several devices receive the same value. */
  bulk: boolean
  /** The settings of the one device; with them the checks include the fields that do not change. */
  current?: Network | null
}

/**
 * Returns the problems of a value, one per field; empty when there are none. Missing fields are checked with their
 * value in `current`, and without it they pass: the service checks each device (domain §5.5).
 */
export function networkProblems(value: NetworkValue, { bulk, current }: NetworkTarget): NetworkProblems {
  const settings = current ? mergeNetwork(supportedSettings(current, value), value) : value
  const interfaces = supportedInterfaces(value)
  const errors: NetworkErrors = {
    ...networkSettingsErrors(settings, value, { checked: interfaces, isComplete: Boolean(current), many: bulk }),
    ...networkValueErrors(value, { many: bulk }),
  }
  const keys = Object.entries(errors).map(([field, key]) => [field, key.replace(/^errors\./, '')])
  return Object.fromEntries(keys) as NetworkProblems
}

/**
 * Returns the settings of the interfaces a controller has; when it does not list them, the requested ones are assumed.
 */
function supportedSettings(current: Network, value: NetworkValue): NetworkValue {
  const names = current.supportedInterfaces ?? interfaceNames.filter((name) => current[name] || value[name])
  return Object.fromEntries(names.map((name) => [name, current[name] ?? {}]))
}
