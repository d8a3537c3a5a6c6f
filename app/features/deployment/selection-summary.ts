/** The summary of the selected controllers on the deployment form. */
import type { EnrichedDevice } from '~/domain/device'

/** The maximum number of names on the page. */
const maxNames = 50

export function selectionSummary({ devices, missing }: { devices: readonly EnrichedDevice[]; missing: number }) {
  const count = (is: (device: EnrichedDevice) => boolean) => devices.filter(is).length
  return {
    total: devices.length,
    names: devices.slice(0, maxNames).map(({ id, name, location }) => ({ id, name, location })),
    more: Math.max(devices.length - maxNames, 0),
    /** Each controller counts under the first reason why it cannot be deployed to now. */
    skipped: {
      notOnboarded: count(({ isOnboarded }) => !isOnboarded),
      offline: count(({ isOnboarded, isConnected }) => isOnboarded && !isConnected),
      deploying: count((device) => device.isOnboarded && device.isConnected && device.isDeployingPackages),
      missing,
    },
  }
}
