import { setImmediate } from 'node:timers/promises'

/**
 * The one source of time for what the services simulate (domain §12.1). It runs with the wall clock
 * until somebody freezes it, moves it or changes its rate; whoever checks tokens uses wall time.
 */
export interface Clock {
  /** Milliseconds since 1970, whole. */
  now(): number
  /** Moves time forward by `ms`, stopping at every moment for which work is due. */
  advance(ms: number): void
  /** The same in turns, between which others are served: they see the clock where it has come to. No turn follows the `end`. */
  advanceInTurns(ms: number, end?: AbortSignal): Promise<void>
  /** Sets it forward by `ms` at once, before there is work to do. */
  shift(ms: number): void
  freeze(): void
  /** Seconds that pass per second of wall time; also thaws a frozen clock. */
  setRate(rate: number): void
  /** Runs `work` as if it were `at`. */
  during(at: number, work: () => void): void
  /** Says who must be asked before time moves past work that is due; they answer how far they came in one turn. */
  onAdvance(walk: (target: number) => number): void
}

/** A clock that starts at `start` ms (wall time unless given); at rate 0 it stands still until it is moved. */
export function createClock({ start, rate: startRate = 1 }: { start?: number; rate?: number } = {}): Clock {
  let wallAtBase = Date.now()
  let base = start ?? wallAtBase
  let rate = startRate
  let pinned: number | undefined
  let walk = (target: number) => target

  const running = () => Math.floor(base + (Date.now() - wallAtBase) * rate)
  const rebase = (at: number) => {
    base = at
    wallAtBase = Date.now()
  }
  /** One turn towards a moment; false when it is reached. */
  const approach = (target: number) => {
    const reached = walk(target)
    rebase(reached < target ? Math.max(reached, Math.min(running(), target)) : target)
    return reached < target
  }

  return {
    now: () => pinned ?? running(),
    advance(ms) {
      const target = running() + ms
      while (approach(target));
    },
    async advanceInTurns(ms, end) {
      const target = running() + ms
      while (approach(target) && !end?.aborted) await setImmediate()
    },
    shift: (ms) => rebase(running() + ms),
    freeze() {
      rebase(running())
      rate = 0
    },
    setRate(next) {
      rebase(running())
      rate = next
    },
    during(at, work) {
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
