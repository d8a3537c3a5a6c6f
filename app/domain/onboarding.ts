/** How far a controller is on its way from the wall to the network (spec §3, §7, domain §6.1). */
import type { OnboardingStatus, OnboardingStep } from '#contracts/onboarding'
import type { ControllerModel } from '#contracts/product'

/** Steps are being done; nothing else can be asked of the onboarding but to be removed. */
export function isUnderWay(status: OnboardingStatus): boolean {
  return status === 'pending' || status === 'provisioning' || status === 'awaitingConnection'
}

/** Whether it can be begun, for the first time or again. */
export function mayBegin(status: OnboardingStatus): boolean {
  return status === 'notOnboarded' || status === 'failed' || status === 'removed'
}

/** Whether there is an identity, or one on its way, that can be taken away. */
export function mayRemove(status: OnboardingStatus): boolean {
  return status === 'onboarded' || isUnderWay(status)
}

/** The step that failed; null while none has. */
export function failedStep(steps: readonly OnboardingStep[]): OnboardingStep | null {
  return steps.find(({ status }) => status === 'failed') ?? null
}

/** How many of the steps lie behind. */
export function stepsDone(steps: readonly OnboardingStep[]): number {
  return steps.filter(({ status }) => status === 'done' || status === 'skipped').length
}

/** Characters of a host id: a pattern of a service is not matched with more. */
export const maxHostId = 100

/** Whether a host id, as it stands on a label, is one of this model (spec §3 `hostIdPattern`); case does not count. */
export function fitsHostId({ model }: Pick<ControllerModel, 'model'>, hostId: string): boolean {
  if (!model.hostIdPattern || hostId.length > maxHostId) return false
  try {
    return new RegExp(model.hostIdPattern, 'i').test(hostId.trim())
  } catch {
    return false
  }
}
