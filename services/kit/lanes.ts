/** Keeps the order of work that concerns the same thing; different things do not wait for each other. */
export interface Lanes {
  /** Begins `work` when all earlier work of the same names is over, its `last` part included; resolves with `first`. */
  enter<T>(names: readonly string[], work: () => { first: Promise<T>; last: Promise<unknown> }): Promise<T>
}

export function createLanes(): Lanes {
  const ends = new Map<string, Promise<unknown>>()
  return {
    enter<T>(names: readonly string[], work: () => { first: Promise<T>; last: Promise<unknown> }): Promise<T> {
      const earlier = Promise.all(names.map((name) => ends.get(name)))
      const begun = earlier.then(work)
      const end: Promise<unknown> = begun
        .then(({ last }) => last)
        .catch(() => undefined)
        .then(() => {
          for (const name of names) if (ends.get(name) === end) ends.delete(name)
        })
      for (const name of names) ends.set(name, end)
      return begun.then(({ first }) => first)
    },
  }
}
