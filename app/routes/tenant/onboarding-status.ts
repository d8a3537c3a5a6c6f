/** What the onboarding status of a tenant lets happen next (domain §9.1). */
import type { Tenant } from '#contracts/tenant'

type Standing = Pick<Tenant, 'onboardingStatus'> | null

/** `notOnboarded → inProgress` and `failed → inProgress`. */
export function isStartable(standing: Standing): boolean {
  return standing?.onboardingStatus === 'notOnboarded' || standing?.onboardingStatus === 'failed'
}

/** Whether it goes on by itself, so that looking again is worth while. */
export function isMoving(standing: Standing): boolean {
  return standing?.onboardingStatus === 'inProgress' || standing?.onboardingStatus === 'offboarding'
}
