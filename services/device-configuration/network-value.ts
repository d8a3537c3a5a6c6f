/** The network settings of one controller, with nothing left open (spec §5). */
import type { InterfaceName } from '../contracts/network-names'
import { mergeNetwork } from '../contracts/network-rules'

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

/** Whether two settings are the same. */
export function sameNetwork(a: NetworkSettings, b: NetworkSettings): boolean {
  return JSON.stringify(mergeNetwork(a, {})) === JSON.stringify(mergeNetwork(b, {}))
}
