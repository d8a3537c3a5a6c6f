/** Time as the protocol needs it; tests replace it. */
export interface Timers {
  /** Milliseconds. */
  now(): number
  /** Runs an action later, and returns what cancels it. */
  after(ms: number, action: () => void): () => void
}

export const systemTimers: Timers = {
  now: Date.now,
  after(ms, action) {
    const timer = setTimeout(action, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
