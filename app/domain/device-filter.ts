/** What is asked of a list of controllers; the names are those of the call (domain §17). */

/** What is being done to a controller, or was last and failed. */
export const works = ['deploying', 'deploymentFailed', 'sendFailed', 'sendWaiting'] as const
export type Work = (typeof works)[number]

type Name = 'groupId' | 'siteId' | 'buildingId' | 'spaceId' | 'search' | 'connected' | 'onboarded'

/** Of which a controller has one. */
type SeveralName = 'productId' | 'platform' | 'packageStatus' | 'work' | 'licence' | 'package' | 'version'

type Column = 'name' | 'hostId' | 'model'

export type DeviceSearch = { [Asked in Name]?: string | undefined } & {
  [Asked in SeveralName]?: readonly string[] | undefined
} & {
  /** With `-` before it where the highest come first. */
  sort?: Column | `-${Column}` | undefined
  after?: string | undefined
}
