/** The steps of an onboarding, as the link of the controller ends them (domain §6.1). */
import type { OnboardingStepName } from '../../contracts/onboarding'
import type { World } from '../../kit/world'
import type { DeviceRecord } from '../devices/rows'
import { readRow, saveRow } from '../hierarchy/rows'
import { readCatalogue, readProduct, setInstalled } from '../packages/installed'
import { latestSupported } from '../packages/status'
import { pointsOfModel } from '../points/objects'
import { searchTextOf } from '../search/search-text'
import { issueActivationCode } from './activation-codes'
import { failOnboarding, isOnboardingActive, nextStep, readOnboarding, stepsOf } from './records'

/** A controller without a first heartbeat within this time has failed. */
const connectionPatienceMs = 15 * 60_000

/** Returns the step that runs now, while an onboarding is active. */
export function runningStep({ store }: World, deviceId: string): OnboardingStepName | undefined {
  const row = readOnboarding(store, deviceId)
  if (!row || !isOnboardingActive(row.status)) return undefined
  return stepsOf(row).find(({ status }) => status === 'running')?.name
}

/** Ends the running step of an onboarding; returns the next one. The controller answers from `address`, if known. */
export function endOnboardingStep(
  world: World,
  deviceId: string,
  address: string | null = null,
): OnboardingStepName | undefined {
  const row = readOnboarding(world.store, deviceId)
  const running = runningStep(world, deviceId)
  if (!row || !running) return undefined
  const device = readRow(world.store, 'device', deviceId)
  const next = nextStep(world, row, outcomes[running](world, device, address))
  if (!next) finish(world, device)
  return next
}

/** Fails an onboarding whose controller has not connected for too long; returns whether it waited long enough. */
export function failSilentOnboarding(world: World, deviceId: string): boolean {
  const row = readOnboarding(world.store, deviceId)
  if (!row || world.clock.now() < row.requested_at + connectionPatienceMs) return false
  failOnboarding(world, row, { code: 'NO_CONNECTION', message: 'The controller did not connect within 15 minutes.' })
  removeIdentity(world, readRow(world.store, 'device', row.device_id))
  issueActivationCode(world, row.device_id)
  return true
}

/** Effects of each step when it ends; returns its message. */
const outcomes: Record<OnboardingStepName, (world: World, device: DeviceRecord, address: string | null) => string> = {
  validate: () => 'The host id and the activation code are correct.',
  claim: () => 'The controller now belongs to this customer.',
  identity: (_world, device) => `The identity ${device.host_id} was issued.`,
  firstConnection: (_world, _device, address) =>
    address ? `The controller connected from ${address}.` : 'The controller connected.',
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
  world.links.of(id).workQueued(id)
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

/** Returns how many points a controller has: those of its model until its points are first listed. */
export function pointCount(store: World['store'], { id, model_type }: Pick<DeviceRecord, 'id' | 'model_type'>): number {
  const stored = store.get<{ n: number }>('SELECT count(*) AS n FROM point WHERE device_id = ?', id)?.n ?? 0
  return stored || pointsOfModel(model_type)
}
