/** The steps of an onboarding, as the link of the controller reports their end (domain §6.1). */
import type { OnboardingStepName } from '../../contracts/onboarding'
import type { World } from '../../kit/world'
import type { OnboardingOrder, OnboardingReport, WorkProgress } from '../../link/port'
import type { DeviceRecord } from '../devices/rows'
import { readRow, saveRow } from '../hierarchy/rows'
import { readProduct, setInstalled } from '../packages/installed'
import { pointCount } from '../points/model-objects'
import { searchTextOf } from '../search/search-text'
import { issueActivationCode } from './activation-codes'
import {
  failOnboarding,
  isOnboardingActive,
  nextStep,
  type OnboardingRecord,
  readOnboarding,
  stepNames,
  stepsOf,
} from './records'

/** A controller that has not connected within this time has failed. */
const connectionPatienceMs = 15 * 60_000
/** The services wait this much longer for the report of that. */
const reportPatienceMs = 60_000
/** An onboarding that is not over within this time has failed. */
const onboardingPatienceMs = 24 * 3_600_000

function readOpen({ store }: World, deviceId: string): OnboardingRecord | undefined {
  const row = readOnboarding(store, deviceId)
  return row && isOnboardingActive(row.status) ? row : undefined
}

const idOf = ({ requested_at }: OnboardingRecord) => `onboarding.${requested_at}`

/** Returns the id of the onboarding that a controller is in; null for none. */
export function openOnboarding(world: World, deviceId: string): string | null {
  const row = readOpen(world, deviceId)
  return row ? idOf(row) : null
}

const runningStepOf = (row: OnboardingRecord): OnboardingStepName | undefined =>
  stepsOf(row).find(({ status }) => status === 'running')?.name

/** Returns what the link of a controller is requested to do for its onboarding. */
export function onboardingToRequest(world: World, deviceId: string): OnboardingOrder | null {
  const row = readOpen(world, deviceId)
  const step = row && runningStepOf(row)
  if (!row || !step) return null
  return { id: idOf(row), hostId: row.host_id, step, connectBy: row.requested_at + connectionPatienceMs }
}

/** Ends steps as the link reports. Nothing ends twice. */
export function recordOnboardingReport(world: World, deviceId: string, report: OnboardingReport): WorkProgress {
  if (report.is === 'failed') {
    giveUpOnboarding(world, deviceId, report)
    return 'over'
  }
  const last = stepNames.indexOf(report.step)
  for (let ended = 0; ; ended += 1) {
    const row = readOpen(world, deviceId)
    const running = row && runningStepOf(row)
    if (!row || !running) return 'over'
    if (stepNames.indexOf(running) > last) return ended > 0 ? 'moved' : 'none'
    const device = readRow(world.store, 'device', deviceId)
    if (!nextStep(world, row, outcomes[running](world, device, report)))
      saveRow(world.store, 'device', deviceId, { onboarded: 1, offline_since: null })
  }
}

/** Fails an onboarding that has not ended: the controller has no host id then, and another code. */
export function giveUpOnboarding(world: World, deviceId: string, failure: { code: string; message: string }): void {
  const row = readOpen(world, deviceId)
  if (!row) return
  failOnboarding(world, row, failure)
  removeIdentity(world, readRow(world.store, 'device', deviceId))
  issueActivationCode(world, deviceId)
}

type EndedStep = Extract<OnboardingReport, { is: 'ended' }>

/** Effects of each step when it ends; returns its message. */
const outcomes: Record<OnboardingStepName, (world: World, device: DeviceRecord, report: EndedStep) => string> = {
  validate: () => 'The host id and the activation code are correct.',
  claim: () => 'The controller now belongs to this customer.',
  identity: (_world, device) => `The identity ${device.host_id} was issued.`,
  firstConnection: (_world, _device, report) =>
    report.step === 'firstConnection' && report.address
      ? `The controller connected from ${report.address}.`
      : 'The controller connected.',
  inventory({ store }, device, report) {
    const properties = JSON.parse(device.properties) as Record<string, unknown>
    const reported = report.step === 'inventory' ? report.serialNumber : null
    const serial = reported ?? properties.$serialNumber
    const points = `${pointCount(store, device)} points`
    if (typeof serial !== 'string') return `The controller reported ${points}.`
    const identified = { ...device, properties: JSON.stringify({ ...properties, $serialNumber: serial }) }
    saveRow(store, 'device', device.id, {
      properties: identified.properties,
      search_text: searchTextOf(identified, readProduct(store, device.product_id)),
    })
    return `The controller reported its serial number ${serial} and ${points}.`
  },
  licence: ({ store }, device) =>
    `The licence covers ${readProduct(store, device.product_id)?.license?.maxPoints ?? 0} points.`,
  packages({ store }, device, report) {
    const packages = report.step === 'packages' ? report.packages : []
    for (const { name, version } of packages) setInstalled(store, device, name, version)
    return 'The factory packages were found.'
  },
}

const expiryJob = 'onboarding.expire'

/** Schedules the end of an onboarding of which nobody hears the end. */
export function scheduleOnboardingExpiry({ jobs, clock }: World, deviceId: string): void {
  const at = clock.now() + connectionPatienceMs + reportPatienceMs
  jobs.schedule(expiryJob, at, { deviceId }, `${expiryJob}:${deviceId}`)
}

/** Registers the job that fails an onboarding whose controller did not connect, or whose end nobody reports. */
export function registerOnboardingExpiry(world: World): void {
  world.jobs.onRealTime<{ deviceId: string }>(expiryJob, ({ deviceId }) => {
    const row = readOpen(world, deviceId)
    const running = row && runningStepOf(row)
    if (!row || !running) return
    const endsAt = row.requested_at + onboardingPatienceMs
    const hasConnected = stepNames.indexOf(running) > stepNames.indexOf('firstConnection')
    if (hasConnected && endsAt > world.clock.now())
      return void world.jobs.schedule(expiryJob, endsAt, { deviceId }, `${expiryJob}:${deviceId}`)
    giveUpOnboarding(
      world,
      deviceId,
      hasConnected
        ? { code: 'NO_REPORT', message: 'The controller did not report what it is within 24 hours.' }
        : { code: 'NO_CONNECTION', message: 'The controller did not connect within 15 minutes.' },
    )
    world.links.of(deviceId).workAborted(deviceId, idOf(row))
  })
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
