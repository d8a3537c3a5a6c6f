/** Starting a served device again, and silencing it (clauses 16.1 and 16.4). */
import { decodeWhole } from '../encoding/codec'
import {
  communicationStates,
  deviceCommunicationControlRequest,
  reinitializeDeviceRequest,
  reinitializedStates,
} from '../messages/management'
import { rejectReasons } from '../refusals'
import { urgentServices } from '../service-numbers'
import type { Timers } from '../timers'
import { errorOf, type ServedAnswer } from './answers'
import type { FileBackup } from './file-backup'

interface ManagementOptions {
  /** Null for a device that does not require one. */
  password: string | null
  timers: Timers
  files: FileBackup
  /** Ends what is under way: the device starts again. */
  stopped(): void
  /** The device has started. */
  started(): void
}

/** How long a start takes. */
const startMs = { warmStart: 3_000, coldStart: 10_000 } as const
/** `BACnetRestartReason`. */
const restartReasons = { coldStart: 1, warmStart: 2 } as const

export class DeviceManagement {
  readonly #options: ManagementOptions
  #isStarting = false
  #cancelStart: () => void = () => {}
  #communication: { state: number; until: number } = { state: communicationStates.enable, until: 0 }
  startedAt: number
  restartReason: number = restartReasons.coldStart

  constructor(options: ManagementOptions) {
    this.#options = options
    this.startedAt = options.timers.now()
  }

  /** Whether the device answers nothing, since it is starting. */
  get isOff(): boolean {
    return this.#isStarting
  }

  /** Whether it sends what nobody requested. */
  get mayInitiate(): boolean {
    return !this.#isStarting && this.#state() === communicationStates.enable
  }

  /** Whether it answers a request; null for an unconfirmed one. */
  answers(service: number | null): boolean {
    if (this.#isStarting) return false
    const isUrgent = service !== null && urgentServices.has(service)
    return isUrgent || this.#state() !== communicationStates.disable
  }

  /** Executes DeviceCommunicationControl. Throws `DamagedFrame` when the data is damaged. */
  control(data: Uint8Array): ServedAnswer {
    const { duration, state, password } = decodeWhole(deviceCommunicationControlRequest, data)
    if (!Object.values(communicationStates).some((one) => one === state))
      return { kind: 'reject', reason: rejectReasons.undefinedEnumeration }
    if (!this.#isRight(password)) return errorOf('security', 'passwordFailure')
    const until = duration === undefined ? Number.POSITIVE_INFINITY : this.#options.timers.now() + duration * 60_000
    this.#communication = { state, until }
    return { kind: 'acknowledge' }
  }

  /** Executes ReinitializeDevice. Throws `DamagedFrame` when the data is damaged. */
  reinitialize(data: Uint8Array, peer: string): ServedAnswer {
    const { state, password } = decodeWhole(reinitializeDeviceRequest, data)
    const name = stateNames.find((one) => reinitializedStates[one] === state)
    if (!name) return { kind: 'reject', reason: rejectReasons.undefinedEnumeration }
    if (!this.#isRight(password)) return errorOf('security', 'passwordFailure')
    if (name !== 'coldStart' && name !== 'warmStart') return this.#options.files.enter(name, peer)
    if (this.#options.files.isBusy) return errorOf('device', 'configurationInProgress')
    // It starts once this is acknowledged.
    this.#cancelStart = this.#options.timers.after(0, () => this.#start(name))
    return { kind: 'acknowledge' }
  }

  close(): void {
    this.#cancelStart()
  }

  #start(kind: keyof typeof startMs): void {
    const { timers, stopped, started } = this.#options
    this.#isStarting = true
    stopped()
    this.#cancelStart = timers.after(startMs[kind], () => {
      this.#isStarting = false
      this.#communication = { state: communicationStates.enable, until: 0 }
      this.startedAt = timers.now()
      this.restartReason = restartReasons[kind]
      started()
    })
  }

  #state(): number {
    const { state, until } = this.#communication
    return this.#options.timers.now() < until ? state : communicationStates.enable
  }

  #isRight(given: { text: string } | undefined): boolean {
    const { password } = this.#options
    return password === null || given?.text === password
  }
}

const stateNames = Object.keys(reinitializedStates) as (keyof typeof reinitializedStates)[]
