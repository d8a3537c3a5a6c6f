/** How a simulated controller is onboarded: step by step, at the pace of a real one (domain §6.1, §12.2). */
import type { OnboardingStepName } from '../../contracts/onboarding'
import type { World } from '../../kit/world'
import { endOnboardingStep, failSilentOnboarding, pointCount, runningStep } from '../../site/onboarding/run'
import { stepDurationMs } from '../fleet/controller'
import { activeInjection } from '../fleet/injections'
import { joinNetwork } from '../fleet/unpack'

/** Interval of signs of life. */
const heartbeatMs = 30_000

/** Minimum and maximum duration of each step, in seconds. */
const seconds: Record<Exclude<OnboardingStepName, 'inventory'>, readonly [number, number]> = {
  validate: [0.5, 0.5],
  claim: [1, 1],
  identity: [2, 2],
  firstConnection: [5, 20],
  licence: [1, 1],
  packages: [1, 1],
}

/** Schedules the end of the running step. */
export function beginOnboardingStep(world: World, deviceId: string): void {
  const step = runningStep(world, deviceId)
  if (!step) return
  const [from, to] = step === 'inventory' ? inventoryTime(world, deviceId) : seconds[step]
  schedule(world, deviceId, stepDurationMs(world, deviceId, from, to))
}

/** Registers the job that ends a step and begins the next. */
export function registerOnboarding(world: World): void {
  world.jobs.on<{ deviceId: string }>('onboarding.step', ({ deviceId }) => {
    const step = runningStep(world, deviceId)
    if (!step) return
    if (step === 'firstConnection' && activeInjection(world, deviceId, 'offline')) {
      if (!failSilentOnboarding(world, deviceId)) schedule(world, deviceId, heartbeatMs)
      return
    }
    const address = step === 'firstConnection' ? joinNetwork(world, deviceId) : null
    if (endOnboardingStep(world, deviceId, address)) beginOnboardingStep(world, deviceId)
  })
}

function schedule({ jobs, clock }: World, deviceId: string, ms: number): void {
  jobs.schedule('onboarding.step', clock.now() + ms, { deviceId }, `onboarding.step:${deviceId}`)
}

function inventoryTime({ store }: World, deviceId: string): readonly [number, number] {
  const device = store.get<{ id: string; model_type: string }>(
    'SELECT id, model_type FROM device WHERE id = ?',
    deviceId,
  )
  const time = Math.max(1, device ? pointCount(store, device) / 50 : 0)
  return [time, time]
}
