/** The plans of the demonstration's sites and controllers before they are stored (domain §11.1). */
import type { SpaceKind, Usage } from '../contracts/site'
import type { InjectionKind } from '../simulation/fleet/injections'

export interface SpacePlan {
  name: string
  kind: SpaceKind
  usage?: Usage
  subSpaces?: readonly SpacePlan[]
  devices?: readonly FleetDevicePlan[]
}

export interface BuildingPlan {
  /** Third octet of its network; the second is the site's number. */
  lan: number
  name: string
  spaces: readonly SpacePlan[]
}

export interface SitePlan {
  /** Part of its ids; second octet of its networks. */
  number: number
  name: string
  customer: string
  group: string | null
  address: string
  city: string
  state: string | null
  postalCode: string
  country: string
  latitude: number
  longitude: number
  timeZone: string
  usage: Usage
  /** In `units`: square feet with us, square metres with metric. */
  size: number
  units: 'us' | 'metric'
  description: string
  buildings: readonly BuildingPlan[]
}

export interface FleetDevicePlan {
  /** Part of its id. */
  key: string
  name: string
  model: string
  /** Empty for a controller that is not onboarded. */
  hostId: string
  description?: string
  spaceServed?: string
  /** Last octet of its address. */
  host: number
  dhcp?: boolean
  /** Whether its two ports form one bridge. */
  bridged?: boolean
  /** Hours before the epoch at which it fell silent. */
  offlineHours?: number
  /** Package → how many versions behind the newest; -1 = both the newest and the previous one. */
  behind?: Readonly<Record<string, number>>
  /** Saved after the last send. */
  dirty?: readonly ('bacnet' | 'time')[]
  failedSend?: { type: 'time' | 'bacnet'; code: string }
  properties?: Readonly<Record<string, string>>
  /** When its licence differs from what its model includes. */
  licence?: { points: number; endsInDays?: number } | 'missing'
  injections?: readonly { kind: InjectionKind; params?: Record<string, unknown> }[]
}
