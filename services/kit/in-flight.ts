/** Calls in progress: services that shut down wait for them while the store is still open. */
export interface InFlight {
  /** Aborted when the services shut down: pure delays end then. */
  readonly shutdown: AbortSignal
  /** Counts `work` as in progress until it settles. */
  track<T>(work: () => Promise<T>): Promise<T>
  /** Signals shutdown to all calls and waits for the last one. */
  drain(): Promise<void>
}

export function createInFlight(): InFlight {
  const shutdown = new AbortController()
  const running = new Set<Promise<unknown>>()
  return {
    shutdown: shutdown.signal,
    track(work) {
      const one = work().finally(() => running.delete(one))
      running.add(one)
      return one
    },
    async drain() {
      shutdown.abort()
      await Promise.allSettled(running)
    },
  }
}
