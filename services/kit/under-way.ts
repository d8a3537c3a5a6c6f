/** The calls that are being answered: services that end let them come to theirs while the store is still open. */
export interface UnderWay {
  /** Aborted once the services end: whoever only waits then waits no longer. */
  readonly ending: AbortSignal
  /** Counts `work` among what is under way until it has ended, well or not. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Tells all of them that the end has come, and waits for the last. */
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
