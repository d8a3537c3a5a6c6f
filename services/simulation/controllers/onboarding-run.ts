/** How a simulated controller is onboarded: step by step, at the pace of a real one (domain §6.1, §12.2). */
import { OnboardingStepName } from '../../contracts/onboarding'
import type { World } from '../../kit/world'
import { LinkError, type OnboardingOrder, type OnboardingReport } from '../../link/port'
import { readCatalogue, readProduct } from '../../site/packages/installed'
import { latestSupported } from '../../site/packages/status'
import { objectsOfModel } from '../building/objects'
import { type OnboardingWork, parseWork, readController, setWork, stepDurationMs } from '../fleet/controller'
import { activeInjection } from '../fleet/injections'
import { reportsOf } from '../fleet/reports'
import { joinNetwork } from '../fleet/unpack'
import { wakeController } from '../fleet/wake'
import { onboardingJob } from './link'

const stepNames = OnboardingStepName.options

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

/** Starts an onboarding, unless the controller is at it. */
export function startOnboarding(world: World, deviceId: string, order: OnboardingOrder): void {
  const controller = readController(world, deviceId)
  if (!controller) throw new LinkError('unsupported')
  if (parseWork(controller)?.id !== order.id) beginStep(world, deviceId, { kind: 'onboarding', ...order })
}

function beginStep(world: World, deviceId: string, work: OnboardingWork): void {
  setWork(world, deviceId, work)
  const [from, to] = work.step === 'inventory' ? inventoryTime(world, deviceId) : seconds[work.step]
  schedule(world, deviceId, stepDurationMs(world, deviceId, from, to))
}

/** Registers the job that ends a step and begins the next. */
export function registerOnboarding(world: World): void {
  world.jobs.on<{ deviceId: string }>('onboarding.step', ({ deviceId }) => {
    const controller = readController(world, deviceId)
    const work = controller && parseWork(controller)
    // That of an older store is requested again.
    if (work?.kind !== 'onboarding') return wakeController(world, deviceId)
    const isSilent = work.step === 'firstConnection' && activeInjection(world, deviceId, 'offline')
    if (isSilent && world.clock.now() < work.connectBy) return schedule(world, deviceId, heartbeatMs)
    reportsOf(world).onboardingProgress(deviceId, isSilent ? failureOf(work) : endOf(world, deviceId, work))
    const step = isSilent ? undefined : stepNames[stepNames.indexOf(work.step) + 1]
    if (step) return beginStep(world, deviceId, { ...work, step })
    setWork(world, deviceId, null)
    wakeController(world, deviceId)
  })
}

const failureOf = ({ id }: OnboardingWork): OnboardingReport => ({
  ...{ onboardingId: id, is: 'failed' },
  ...{ code: 'NO_CONNECTION', message: 'The controller did not connect within 15 minutes.' },
})

/** Returns the end of the step that runs, with what the controller states in it. */
function endOf(world: World, deviceId: string, { id, step, hostId }: OnboardingWork): OnboardingReport {
  const ended = { onboardingId: id, is: 'ended' } as const
  if (step === 'firstConnection') return { ...ended, step, address: joinNetwork(world, deviceId) }
  if (step === 'inventory') return { ...ended, step, serialNumber: serialNumberOf(world, deviceId, hostId) }
  if (step === 'packages') return { ...ended, step, packages: factoryPackages(world, deviceId) }
  return { ...ended, step }
}

function serialNumberOf({ store }: World, deviceId: string, hostId: string): string {
  const row = store.get<{ serial: string | null }>(
    `SELECT json_extract(properties, '$."$serialNumber"') AS serial FROM device WHERE id = ?`,
    deviceId,
  )
  return row?.serial ?? `SN-${hostId.slice(-6)}`
}

/** Returns the packages that a controller of its model must have, and that are not on it yet. */
function factoryPackages({ store }: World, deviceId: string) {
  const device = store.get<{ product_id: string | null }>('SELECT product_id FROM device WHERE id = ?', deviceId)
  const product = readProduct(store, device?.product_id ?? null)
  if (!product) return []
  const installed = store.all<{ name: string }>('SELECT name FROM device_package WHERE device_id = ?', deviceId)
  return [...latestSupported(readCatalogue(store), product).values()]
    .filter(({ name, mandatory }) => mandatory && !installed.some((one) => one.name === name))
    .map(({ name, version }) => ({ name, version }))
}

function schedule({ jobs, clock }: World, deviceId: string, ms: number): void {
  jobs.schedule('onboarding.step', clock.now() + ms, { deviceId }, onboardingJob(deviceId))
}

/** The longer, the more objects there are. */
function inventoryTime({ store }: World, deviceId: string): readonly [number, number] {
  const device = store.get<{ model_type: string; points: number }>(
    `SELECT model_type, (SELECT count(*) FROM point WHERE device_id = device.id) AS points FROM device WHERE id = ?`,
    deviceId,
  )
  const time = Math.max(1, device ? (device.points || objectsOfModel(device.model_type).length) / 50 : 0)
  return [time, time]
}
