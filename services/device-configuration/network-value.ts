/** The complete network settings of one controller (spec §5). */
import type { InterfaceName } from '../contracts/network-names'
import { mergeNetwork } from '../contracts/network-rules'

/** One complete interface. */
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
  /** Members; only for the bridge. */
  interfaces?: string[]
}

/** The settings of one controller: its interfaces, complete. */
export type NetworkSettings = Partial<Record<InterfaceName, InterfaceSettings>>

/** Whether two settings are equal. */
export function isSameNetwork(a: NetworkSettings, b: NetworkSettings): boolean {
  return JSON.stringify(mergeNetwork(a, {})) === JSON.stringify(mergeNetwork(b, {}))
}
