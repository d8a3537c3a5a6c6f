/** Managing controllers that may be written to: starting them again, silencing them, backing them up and restoring them. */
import {
  type BackupProgress,
  type ControllerBackup,
  LinkError,
  type LinkEvents,
  type ManagementOrder,
} from '../../link/port'
import type { BacnetClient } from '../client/bacnet-client'
import type { DeviceManager } from '../client/device-manager'
import type { RemoteDevice } from '../client/remote-device'
import { isRequestFailure } from '../refusals'
import type { Timers } from '../timers'
import { type BackupContext, backUp, restoreFiles } from './device-backup'
import { linkErrorOf } from './link-errors'

/** A controller as far as it is managed. */
export interface ManagedController {
  readonly client: BacnetClient
  readonly instance: number
  /** Whether anything may be written to it. */
  readonly isWritable: boolean
  /** Where it was heard last, even if it is silent now. */
  readonly device: RemoteDevice | null
  /** Returns the device. Throws `LinkError` when it is silent. */
  require(): Promise<RemoteDevice>
}

interface ManagementContext {
  timers: Timers
  controllerOf(deviceId: string): ManagedController | undefined
  events(): LinkEvents | undefined
}

/** Progress is reported this often. */
const progressMs = 1_000

export class ControllerManagement {
  readonly #context: ManagementContext
  /** Backups and restores that run, by controller. */
  readonly #running = new Map<string, { abort: AbortController; end: Promise<unknown> }>()

  constructor(context: ManagementContext) {
    this.#context = context
  }

  async manage(deviceId: string, order: ManagementOrder): Promise<void> {
    const controller = this.#require(deviceId)
    // One that was silenced may communicate again.
    const device = controller.device ?? (await controller.require())
    await named(perform(controller.client.manager(device), order))
  }

  backUp(deviceId: string, password: string | null): Promise<ControllerBackup> {
    return this.#run(deviceId, password, backUp)
  }

  restore(deviceId: string, { files }: ControllerBackup, password: string | null): Promise<void> {
    return this.#run(deviceId, password, (context) => restoreFiles(context, files))
  }

  abort(deviceId: string): void {
    this.#running.get(deviceId)?.abort.abort()
  }

  /** Ends what runs, so that no device stays in a mode of its own. */
  async stop(): Promise<void> {
    const running = [...this.#running.values()]
    for (const { abort } of running) abort.abort()
    await Promise.allSettled(running.map(({ end }) => end))
  }

  async #run<Result>(
    deviceId: string,
    password: string | null,
    work: (context: BackupContext) => Promise<Result>,
  ): Promise<Result> {
    const controller = this.#require(deviceId)
    if (this.#running.has(deviceId)) throw new LinkError('refused', 'busy')
    const abort = new AbortController()
    const end = this.#perform(deviceId, { controller, password, signal: abort.signal }, work)
    this.#running.set(deviceId, { abort, end })
    return end.finally(() => this.#running.delete(deviceId))
  }

  async #perform<Result>(
    deviceId: string,
    { controller, password, signal }: { controller: ManagedController; password: string | null; signal: AbortSignal },
    work: (context: BackupContext) => Promise<Result>,
  ): Promise<Result> {
    const { timers } = this.#context
    const device = await controller.require()
    const manager = controller.client.manager(device)
    const report = this.#reporter(deviceId)
    return named(work({ device, manager, instance: controller.instance, timers, password, signal, report }))
  }

  #reporter(deviceId: string): (progress: BackupProgress) => void {
    const { timers, events } = this.#context
    let reportedAt = Number.NEGATIVE_INFINITY
    return (progress) => {
      if (timers.now() - reportedAt < progressMs) return
      reportedAt = timers.now()
      events()?.backupProgress(deviceId, progress)
    }
  }

  #require(deviceId: string): ManagedController {
    const controller = this.#context.controllerOf(deviceId)
    if (!controller) throw new LinkError('unreachable')
    if (!controller.isWritable) throw new LinkError('unsupported')
    return controller
  }
}

function perform(manager: DeviceManager, order: ManagementOrder): Promise<void> {
  const { password } = order
  switch (order.kind) {
    case 'restart':
      return manager.reinitialize(order.start === 'warm' ? 'warmStart' : 'coldStart', password)
    case 'silence':
      return manager.control(order.isComplete ? 'disable' : 'disableInitiation', order.minutes, password)
    case 'speak':
      return manager.control('enable', null, password)
  }
}

/** Rejects with `LinkError` instead of `RequestFailure`. */
async function named<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isRequestFailure(error)) throw error
    throw linkErrorOf(error.failure)
  }
}
