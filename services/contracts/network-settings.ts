/** The complete network settings of one controller, as it is sent them (spec §5). */
import type { InterfaceName } from './network-names'

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
