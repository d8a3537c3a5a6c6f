/** Calls in progress: services that shut down wait for them while the store is still open. */
export interface UnderWay {
  /** Aborted when the services shut down: pure delays end then. */
  readonly ending: AbortSignal
  /** Counts `work` as in progress until it settles. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Signals shutdown to all calls and waits for the last one. */
  end(): Promise<void>
}

export function createUnderWay(): UnderWay {
  const ending = new AbortController()
  const works = new Set<Promise<unknown>>()
  return {
    ending: ending.signal,
    during(work) {
      const one = work().finally(() => works.delete(one))
      works.add(one)
      return one
    },
    async end() {
      ending.abort()
      await Promise.allSettled(works)
    },
  }
}
