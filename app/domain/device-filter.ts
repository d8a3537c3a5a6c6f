/** The filter of a list of controllers, with the names of the call (domain §17). */

/** Work in progress on a controller, or the last work that failed. */
export const works = ['deploying', 'deploymentFailed', 'sendFailed', 'sendWaiting'] as const
export type Work = (typeof works)[number]

type Name = 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'search' | 'connected' | 'onboarded'

/** Fields with several values, of which a controller matches one. */
type SeveralName = 'productId' | 'platform' | 'packageStatus' | 'work' | 'licence' | 'package' | 'version'

type Column = 'name' | 'hostId' | 'model'

export type DeviceSearch = { [Asked in Name]?: string | undefined } & {
  [Asked in SeveralName]?: readonly string[] | undefined
} & {
  /** With a leading `-` for descending order. */
  sort?: Column | `-${Column}` | undefined
  after?: string | undefined
}
