/**
 * The lane of the few requests that are served ahead of the fair queue: in the order in which they came, some at a time.
 * None is refused or given up, so the caller bounds how many ask.
 */
export class FirstLane {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly maxRunning: number) {}

  /** Resolves with the function that releases the permit. */
  async acquire(): Promise<() => void> {
    // A released permit passes to the next one that waits, so `running` does not change then.
    if (this.running >= this.maxRunning) await new Promise<void>((start) => this.waiting.push(start))
    else this.running += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }
}
