/** The checks of a network change that can be made before it is sent (domain §5.5): those of the contract. */
import type { Network, NetworkValue } from '#contracts/device-configuration'
import { interfaceNames } from '#contracts/network-names'
import {
  mergeNetwork,
  type NetworkErrors,
  type NetworkRule,
  settingsErrors,
  supportedInterfaces,
  valueErrors,
} from '#contracts/network-rules'

/** Field path, `primary.ipv4.gateway`, to the key of what is wrong with it, `network.gateway`. */
export type NetworkProblems = Record<string, `network.${NetworkRule}`>

export interface NetworkTarget {
  /** Several devices get the same value. */
  bulk: boolean
  /** The settings of the one device; with them the checks see the fields that stay as they are. */
  current?: Network | null
}

/**
 * What is wrong with a value, one problem a field; empty when nothing is. Fields left out are judged from `current`,
 * and without it they are given the benefit of the doubt: the service answers for each device (domain §5.5).
 */
export function networkProblems(value: NetworkValue, { bulk, current }: NetworkTarget): NetworkProblems {
  const settings = current ? mergeNetwork(knownOf(current, value), value) : value
  const asked = supportedInterfaces(value)
  const errors: NetworkErrors = {
    ...settingsErrors(settings, value, { asked, isWhole: Boolean(current), many: bulk }),
    ...valueErrors(value, { many: bulk }),
  }
  const keys = Object.entries(errors).map(([field, key]) => [field, key.replace(/^errors\./, '')])
  return Object.fromEntries(keys) as NetworkProblems
}

/** The interfaces a controller has; one that does not say which is believed to have those that are asked of it. */
function knownOf(current: Network, value: NetworkValue): NetworkValue {
  const names = current.supportedInterfaces ?? interfaceNames.filter((name) => current[name] || value[name])
  return Object.fromEntries(names.map((name) => [name, current[name] ?? {}]))
}
