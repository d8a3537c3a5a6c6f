/** The filter of a list of controllers, with the names of the call (domain §17). */

/** Work in progress on a controller, or the last work that failed. */
export const deviceWorkKinds = ['deploying', 'deploymentFailed', 'sendFailed', 'sendWaiting'] as const
export type DeviceWork = (typeof deviceWorkKinds)[number]

type Name = 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'search' | 'connected' | 'onboarded'

/** Fields with several values, of which a controller matches one. */
type ListName = 'productId' | 'platform' | 'packageStatus' | 'work' | 'licence' | 'package' | 'version'

type SortColumn = 'name' | 'hostId' | 'model'

export type DeviceSearch = { [Asked in Name]?: string | undefined } & {
  [Asked in ListName]?: readonly string[] | undefined
} & {
  /** With a leading `-` for descending order. */
  sort?: SortColumn | `-${SortColumn}` | undefined
  after?: string | undefined
}
