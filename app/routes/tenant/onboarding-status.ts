/** Transitions of the onboarding status of a tenant (domain §9.1). */
import type { Tenant } from '#contracts/tenant'

type Standing = Pick<Tenant, 'onboardingStatus'> | null

/** `notOnboarded → inProgress` and `failed → inProgress`. */
export function isStartable(standing: Standing): boolean {
  return standing?.onboardingStatus === 'notOnboarded' || standing?.onboardingStatus === 'failed'
}

/** Whether the status changes by itself, so that the page reloads. */
export function isMoving(standing: Standing): boolean {
  return standing?.onboardingStatus === 'inProgress' || standing?.onboardingStatus === 'offboarding'
}
