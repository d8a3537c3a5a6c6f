/** Transitions of the onboarding status of a tenant (domain §9.1). */
import type { Tenant } from '#contracts/tenant'

type OnboardingState = Pick<Tenant, 'onboardingStatus'> | null

/** `notOnboarded → inProgress` and `failed → inProgress`. */
export function isStartable(tenant: OnboardingState): boolean {
  return tenant?.onboardingStatus === 'notOnboarded' || tenant?.onboardingStatus === 'failed'
}

/** Whether the status changes by itself, so that the page reloads. */
export function isInTransition(tenant: OnboardingState): boolean {
  return tenant?.onboardingStatus === 'inProgress' || tenant?.onboardingStatus === 'offboarding'
}
