/** Registration with a BBMD in another subnet (annex J.5): renewed at half its lifetime, repeated while unanswered. */
import { bvlcResults, encodeBvlc, type IpEndpoint } from '../frames/bvlc'
import type { Timers } from '../timers'

export interface ForeignDeviceOptions {
  bbmd: IpEndpoint
  lifetimeSeconds: number
}

export type RegistrationState = 'pending' | 'registered' | 'refused'

const answerWithinMs = 3_000
/** After a refusal or silence; the BBMD may have been restarted. */
const maxRetryMs = 30_000

export class ForeignDevice {
  readonly bbmd: IpEndpoint
  readonly #lifetimeSeconds: number
  readonly #timers: Timers
  readonly #send: (datagram: Uint8Array, to: IpEndpoint) => void
  #state: RegistrationState = 'pending'
  #registeredUntil = 0
  #unanswered = 0
  #cancelTimer = () => {}

  constructor(
    { bbmd, lifetimeSeconds }: ForeignDeviceOptions,
    timers: Timers,
    send: (datagram: Uint8Array, to: IpEndpoint) => void,
  ) {
    this.bbmd = bbmd
    this.#lifetimeSeconds = lifetimeSeconds
    this.#timers = timers
    this.#send = send
  }

  /** `registered` only while the lifetime that the BBMD granted runs. */
  get state(): RegistrationState {
    if (this.#state === 'registered' && this.#timers.now() >= this.#registeredUntil) return 'pending'
    return this.#state
  }

  register(): void {
    this.#send(encodeBvlc({ kind: 'registerForeignDevice', lifetimeSeconds: this.#lifetimeSeconds }), this.bbmd)
    this.#unanswered += 1
    this.#later(Math.min(answerWithinMs * 2 ** Math.min(this.#unanswered - 1, 4), maxRetryMs))
  }

  /** Takes a result of the BBMD. */
  result(code: number): void {
    if (code === bvlcResults.success && this.#unanswered > 0) {
      this.#unanswered = 0
      this.#state = 'registered'
      this.#registeredUntil = this.#timers.now() + this.#lifetimeSeconds * 1_000
      this.#later((this.#lifetimeSeconds * 1_000) / 2)
    } else if (code === bvlcResults.registerForeignDeviceNak) {
      this.#state = 'refused'
      this.#later(maxRetryMs)
    } else if (code === bvlcResults.distributeBroadcastNak && this.#unanswered === 0) {
      // The BBMD has forgotten this device.
      this.#state = 'pending'
      this.register()
    }
  }

  stop(): void {
    this.#cancelTimer()
  }

  #later(ms: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#timers.after(ms, () => this.register())
  }
}
