import { setImmediate } from 'node:timers/promises'

/**
 * The single time source of the services (domain §12.1). It follows the wall clock until it is frozen, moved or its rate
 * is changed, which only an evaluation does; token checks use wall time. Jobs of the simulation see it at their due time
 * (`kit/jobs`).
 */
export interface Clock {
  /** Milliseconds since 1970, an integer. */
  now(): number
  /** Moves time forward by `ms`, stopping at every moment for which work is due. */
  advance(ms: number): void
  /**
   * The same in turns, between which other requests are served at the time reached so far. No turn starts after `end`
   * aborts.
   */
  advanceInTurns(ms: number, end?: AbortSignal): Promise<void>
  /** Sets the clock forward by `ms` at once, before there is work to do. */
  shift(ms: number): void
  freeze(): void
  /** Seconds per second of wall time; also unfreezes the clock. */
  setRate(rate: number): void
  /**
   * Makes the clock follow the wall clock for good: what moves, freezes or speeds it up throws `ClockNotMovable` with the
   * reason.
   */
  keepReal(reason: string): void
  /** Runs `work` as if it were `at`. */
  runAt(at: number, work: () => void): void
  /**
   * Registers the function that runs due work before time advances to `target`; it returns the time it reached in one
   * turn.
   */
  onAdvance(walk: (target: number) => number): void
}

/** The clock follows the wall clock, because somebody relies on it. */
export class ClockNotMovable extends Error {
  /** Conflict. */
  readonly statusCode = 409

  constructor(reason: string) {
    super(`The clock cannot be moved: ${reason}`)
    this.name = 'ClockNotMovable'
  }
}

/** Creates a clock that starts at `start` ms (wall time by default); at rate 0 it stands still until it is moved. */
export function createClock({ start, rate: startRate = 1 }: { start?: number; rate?: number } = {}): Clock {
  let wallAtBase = Date.now()
  let base = start ?? wallAtBase
  let rate = startRate
  let pinned: number | undefined
  let walk = (target: number) => target
  let realBecause: string | undefined

  const running = () => Math.floor(base + (Date.now() - wallAtBase) * rate)
  const rebase = (at: number) => {
    base = at
    wallAtBase = Date.now()
  }
  const requireMovable = () => {
    if (realBecause !== undefined) throw new ClockNotMovable(realBecause)
  }
  /** Runs one turn towards a moment; returns false when it is reached. */
  const approach = (target: number) => {
    const reached = walk(target)
    rebase(reached < target ? Math.max(reached, Math.min(running(), target)) : target)
    return reached < target
  }

  return {
    now: () => pinned ?? running(),
    advance(ms) {
      requireMovable()
      const target = running() + ms
      while (approach(target));
    },
    async advanceInTurns(ms, end) {
      requireMovable()
      const target = running() + ms
      while (approach(target) && !end?.aborted) await setImmediate()
    },
    shift(ms) {
      requireMovable()
      rebase(running() + ms)
    },
    freeze() {
      requireMovable()
      rebase(running())
      rate = 0
    },
    setRate(next) {
      requireMovable()
      rebase(running())
      rate = next
    },
    keepReal(reason) {
      realBecause = reason
    },
    runAt(at, work) {
      const before = pinned
      pinned = at
      try {
        work()
      } finally {
        pinned = before
      }
    },
    onAdvance(listener) {
      walk = listener
    },
  }
}

/** RFC 3339, UTC, milliseconds (domain §0). */
export const timestamp = (at: number) => new Date(at).toISOString()
