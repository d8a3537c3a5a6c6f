import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { Viewer } from '~/views'
import type { DeviceHeading } from './header'

/** Returns where a controller is onboarded: undefined for one that is already, null without the permission. */
export function onboardingOf(
  { may }: Pick<Viewer, 'may'>,
  at: ParamsFor<'device'>,
  device: Pick<DeviceHeading, 'isOnboarded'> | null,
): string | null | undefined {
  if (!device || device.isOnboarded) return undefined
  return may('device.onboard') ? href('deviceOnboarding', at) : null
}
