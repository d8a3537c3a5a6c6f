/** What the form says about the controllers it is for. */
import type { EnrichedDevice } from '~/domain/device'

/** How many names a page lists. */
const mostNames = 50

export function chosenSummary({ devices, missing }: { devices: readonly EnrichedDevice[]; missing: number }) {
  const count = (is: (device: EnrichedDevice) => boolean) => devices.filter(is).length
  return {
    total: devices.length,
    names: devices.slice(0, mostNames).map(({ id, name, location }) => ({ id, name, location })),
    more: Math.max(devices.length - mostNames, 0),
    /** Each controller counts under the first reason for which nothing can be deployed to it now. */
    skipped: {
      notOnboarded: count(({ isOnboarded }) => !isOnboarded),
      offline: count(({ isOnboarded, isConnected }) => isOnboarded && !isConnected),
      deploying: count((device) => device.isOnboarded && device.isConnected && device.isDeployingPackages),
      missing,
    },
  }
}
