/** The line behind a router, as MS/TP is one: one message at a time, each after a pause. */
import type { Timers } from '../timers'

/** How long a message and the turn before it take. */
const messageMs = 5
/** Further messages are lost, as in a router that is busy. */
const maxWaiting = 200

export class StationLine {
  readonly #timers: Timers
  readonly #waiting: (() => void)[] = []
  #cancelTimer: (() => void) | undefined

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /** Runs an action when it is its turn. */
  run(action: () => void): void {
    if (this.#waiting.length >= maxWaiting) return
    this.#waiting.push(action)
    if (!this.#cancelTimer) this.#next()
  }

  stop(): void {
    this.#waiting.length = 0
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  #next(): void {
    this.#cancelTimer = this.#timers.after(messageMs, () => {
      const action = this.#waiting.shift()
      this.#cancelTimer = undefined
      action?.()
      if (this.#waiting.length > 0 && !this.#cancelTimer) this.#next()
    })
  }
}
