/** The state of a controller's onboarding (spec §3, §7, domain §6.1). */
import type { OnboardingStatus, OnboardingStep } from '#contracts/onboarding'
import type { ControllerModel } from '#contracts/product'

/** Returns whether steps are in progress; then the onboarding can only be removed. */
export function isUnderWay(status: OnboardingStatus): boolean {
  return status === 'pending' || status === 'provisioning' || status === 'awaitingConnection'
}

/** Returns whether onboarding can be started or restarted. */
export function canStart(status: OnboardingStatus): boolean {
  return status === 'notOnboarded' || status === 'failed' || status === 'removed'
}

/** Returns whether there is an identity, or one in progress, that can be removed. */
export function canRemove(status: OnboardingStatus): boolean {
  return status === 'onboarded' || isUnderWay(status)
}

/** Returns the step that failed; null when none has. */
export function failedStep(steps: readonly OnboardingStep[]): OnboardingStep | null {
  return steps.find(({ status }) => status === 'failed') ?? null
}

/** Returns the number of completed steps. */
export function stepsDone(steps: readonly OnboardingStep[]): number {
  return steps.filter(({ status }) => status === 'done' || status === 'skipped').length
}

/** Maximum length of a host id; longer text is not matched against a service's pattern. */
export const maxHostIdLength = 100

/** Returns whether a host id, as printed on a label, belongs to this model (spec §3 `hostIdPattern`), ignoring case. */
export function fitsHostId({ model }: Pick<ControllerModel, 'model'>, hostId: string): boolean {
  if (!model.hostIdPattern || hostId.length > maxHostIdLength) return false
  try {
    return new RegExp(model.hostIdPattern, 'i').test(hostId.trim())
  } catch {
    return false
  }
}
