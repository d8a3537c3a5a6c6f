/** One simulated controller: its state between two steps, and the duration of its steps (domain §12.1). */

import type { NetworkSettings } from '../../contracts/network-settings'
import type { ConfigurationType } from '../../contracts/site'
import { prng, seedOf } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import type { OnboardingOrder, PackageDeployment, SettingsBackup } from '../../link/port'
import { activeInjection } from './injections'

/** A controller joined with its device row. */
export interface SimulatedController {
  device_id: string
  lan_id: string | null
  network: string
  address: string | null
  work: string | null
  stalled: string | null
  draws: number
  host_id: string
  tenant_id: string
  customer_id: string
  product_id: string | null
  onboarded: number
  offline_since: number | null
}

/** A send in progress: its id, and of the content what the simulation needs. */
export interface SendWork {
  kind: 'send'
  id: string
  type: ConfigurationType
  /** The settings of the network; of no other kind. */
  network?: NetworkSettings
  /** The size of a file of graphics, bytes. */
  size?: number
}

/** A deployment in progress: what was requested, and which of its operations runs. */
export interface DeploymentWork extends PackageDeployment {
  kind: 'deployment'
  current: number
}

/** An onboarding in progress: what was requested, at the step that runs. */
export interface OnboardingWork extends OnboardingOrder {
  kind: 'onboarding'
}

/** A backup in progress. */
export interface BackupWork extends SettingsBackup {
  kind: 'backup'
}

/** What a controller is at. */
export type ControllerWork = SendWork | DeploymentWork | OnboardingWork | BackupWork

export function readController({ store }: World, deviceId: string): SimulatedController | undefined {
  return store.get<SimulatedController>(
    `SELECT controller.*, host_id, tenant_id, customer_id, product_id, onboarded, offline_since
     FROM controller JOIN device ON device.id = controller.device_id WHERE device_id = ?`,
    deviceId,
  )
}

export function parseWork(controller: SimulatedController): ControllerWork | null {
  return controller.work === null ? null : (JSON.parse(controller.work) as ControllerWork)
}

/** Sets or clears the work in progress; a controller does one thing at a time. */
export function setWork({ store }: World, deviceId: string, work: ControllerWork | null): void {
  store.run(
    'UPDATE controller SET work = ?, stalled = NULL WHERE device_id = ?',
    work && JSON.stringify(work),
    deviceId,
  )
}

/** Returns the network settings it runs. */
export function runningNetwork(controller: SimulatedController): NetworkSettings {
  return JSON.parse(controller.network) as NetworkSettings
}

/**
 * Returns a duration in ms between two bounds in seconds, ±20 %, from this controller's own stream: the same seed
 * produces the same durations in the same order. Multiplied under `slow {factor: 3}`.
 */
export function stepDurationMs(world: World, deviceId: string, fromSec: number, toSec = fromSec): number {
  const controller = readController(world, deviceId)
  if (!controller) throw new Error(`No controller ${deviceId}`)
  const random = prng(seedOf(`${controller.host_id}/latency/${controller.draws}`))
  world.store.run('UPDATE controller SET draws = draws + 1 WHERE device_id = ?', deviceId)
  const seconds = (fromSec + random() * (toSec - fromSec)) * (fromSec === toSec ? 0.8 + random() * 0.4 : 1)
  const factor = Number(activeInjection(world, deviceId, 'slow')?.factor ?? 1)
  return Math.round(seconds * 1000 * (factor > 0 ? factor : 1))
}
