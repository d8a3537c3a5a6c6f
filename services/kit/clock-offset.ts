/** The total offset of the clock: stored data is of the moved time, so a restart continues from there. */
import type { Clock } from './clock'
import { StartRefused } from './start-refused'
import type { Store } from './store'

export const clockOffsetSchema = `
CREATE TABLE IF NOT EXISTS moved_clock (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  by_ms INTEGER NOT NULL
) STRICT;
`

/** Total milliseconds. */
export const clockOffsetMs = (store: Store): number =>
  store.get<{ by_ms: number }>('SELECT by_ms FROM moved_clock')?.by_ms ?? 0

/**
 * Makes the clock follow the wall clock for good, for real controllers and people. Throws `StartRefused` for a store
 * whose clock was moved: its data is of another time.
 */
export function keepRealTime({ clock, store }: { clock: Clock; store: Store }, reason: string): void {
  const offsetMs = clockOffsetMs(store)
  if (offsetMs !== 0) {
    const minutes = Math.round(offsetMs / 60_000)
    throw new StartRefused(
      `the clock of this data folder was moved forward by ${minutes} minutes for an evaluation; use an empty DATA_DIR: ${reason}`,
    )
  }
  clock.keepReal(reason)
}

/** Adds to the offset. */
export function addClockOffset(store: Store, ms: number): void {
  store.run(
    'INSERT INTO moved_clock (only_one, by_ms) VALUES (1, ?) ON CONFLICT DO UPDATE SET by_ms = by_ms + excluded.by_ms',
    ms,
  )
}
