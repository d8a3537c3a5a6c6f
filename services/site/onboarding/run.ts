/** The steps of an onboarding, driven by jobs (domain §6.1, §12.2). */
import type { OnboardingStepName } from '../../contracts/onboarding'
import type { World } from '../../kit/world'
import { stepDurationMs } from '../../simulation/fleet/controller'
import { activeInjection } from '../../simulation/fleet/injections'
import { joinNetwork } from '../../simulation/fleet/unpack'
import { wakeController } from '../../simulation/fleet/wake'
import type { DeviceRecord } from '../devices/rows'
import { readRow, saveRow } from '../hierarchy/rows'
import { readCatalogue, readProduct, setInstalled } from '../packages/installed'
import { latestSupported } from '../packages/status'
import { pointsOfModel } from '../points/objects'
import { searchTextOf } from '../search/search-text'
import { issueActivationCode } from './activation-codes'
import type { OnboardingRecord } from './records'
import { failOnboarding, isOnboardingActive, nextStep, readOnboarding, stepsOf } from './records'

/** A controller without a first heartbeat within this time has failed. */
const connectionPatienceMs = 15 * 60_000
/** Interval of heartbeats. */
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
export function scheduleOnboardingStep(world: World, deviceId: string, step: OnboardingStepName): void {
  const [from, to] = step === 'inventory' ? inventoryTime(world, deviceId) : seconds[step]
  const dueAt = world.clock.now() + stepDurationMs(world, deviceId, from, to)
  world.jobs.schedule('onboarding.step', dueAt, { deviceId }, jobOf(deviceId))
}

export function cancelSteps({ jobs }: World, deviceId: string): void {
  jobs.cancel(jobOf(deviceId))
}

/** Registers the job that ends a step and begins the next. */
export function registerDeviceOnboarding(world: World): void {
  world.jobs.on<{ deviceId: string }>('onboarding.step', ({ deviceId }) => {
    const row = readOnboarding(world.store, deviceId)
    const running = row && stepsOf(row).find(({ status }) => status === 'running')
    if (!row || !running || !isOnboardingActive(row.status)) return
    const device = readRow(world.store, 'device', deviceId)
    if (running.name === 'firstConnection' && activeInjection(world, deviceId, 'offline')) return waitOrFail(world, row)
    const next = nextStep(world, row, outcomes[running.name](world, device))
    if (next) scheduleOnboardingStep(world, deviceId, next)
    else finish(world, device)
  })
}

function waitOrFail(world: World, row: OnboardingRecord): void {
  const { clock, jobs } = world
  if (clock.now() < row.requested_at + connectionPatienceMs) {
    jobs.schedule('onboarding.step', clock.now() + heartbeatMs, { deviceId: row.device_id }, jobOf(row.device_id))
    return
  }
  failOnboarding(world, row, { code: 'NO_CONNECTION', message: 'The controller did not connect within 15 minutes.' })
  removeIdentity(world, readRow(world.store, 'device', row.device_id))
  issueActivationCode(world, row.device_id)
}

/** Effects of each step when it ends; returns its message. */
const outcomes: Record<OnboardingStepName, (world: World, device: DeviceRecord) => string> = {
  validate: () => 'The host id and the activation code are correct.',
  claim: () => 'The controller now belongs to this customer.',
  identity: (_world, device) => `The identity ${device.host_id} was issued.`,
  firstConnection: (world, device) => {
    const address = joinNetwork(world, device.id)
    return address ? `The controller connected from ${address}.` : 'The controller connected.'
  },
  inventory: ({ store }, device) => {
    const properties = JSON.parse(device.properties) as Record<string, unknown>
    const serial = String(properties.$serialNumber ?? `SN-${device.host_id.slice(-6)}`)
    const identified = { ...device, properties: JSON.stringify({ ...properties, $serialNumber: serial }) }
    saveRow(store, 'device', device.id, {
      properties: identified.properties,
      search_text: searchTextOf(identified, readProduct(store, device.product_id)),
    })
    return `The controller reported its serial number ${serial} and ${pointCount(store, device)} points.`
  },
  licence: ({ store }, device) =>
    `The licence covers ${readProduct(store, device.product_id)?.license?.maxPoints ?? 0} points.`,
  packages: ({ store }, device) => {
    const product = readProduct(store, device.product_id)
    const mandatory = product
      ? [...latestSupported(readCatalogue(store), product).values()].filter((entry) => entry.mandatory)
      : []
    const installedNames = new Set(
      store
        .all<{ name: string }>('SELECT name FROM device_package WHERE device_id = ?', device.id)
        .map(({ name }) => name),
    )
    for (const { name, version } of mandatory) if (!installedNames.has(name)) setInstalled(store, device, name, version)
    return 'The factory packages were found.'
  },
}

function finish(world: World, { id }: DeviceRecord): void {
  saveRow(world.store, 'device', id, { onboarded: 1, offline_since: null })
  wakeController(world, id)
}

/** Removes the host id; everything else about the controller is kept. */
export function removeIdentity({ store }: World, device: DeviceRecord): void {
  const product = readProduct(store, device.product_id)
  saveRow(store, 'device', device.id, {
    host_id: '',
    onboarded: 0,
    offline_since: null,
    search_text: searchTextOf({ ...device, host_id: '' }, product),
  })
}

function inventoryTime({ store }: World, deviceId: string): readonly [number, number] {
  const time = Math.max(1, pointCount(store, readRow(store, 'device', deviceId)) / 50)
  return [time, time]
}

/** Returns how many points a controller has: those of its model until its points are first listed. */
export function pointCount(store: World['store'], { id, model_type }: Pick<DeviceRecord, 'id' | 'model_type'>): number {
  const stored = store.get<{ n: number }>('SELECT count(*) AS n FROM point WHERE device_id = ?', id)?.n ?? 0
  return stored || pointsOfModel(model_type)
}

const jobOf = (deviceId: string) => `onboarding.step:${deviceId}`
