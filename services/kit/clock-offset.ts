/** The total offset of the clock: stored data is of the moved time, so a restart continues from there. */
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

/** Adds to the offset. */
export function addClockOffset(store: Store, ms: number): void {
  store.run(
    'INSERT INTO moved_clock (only_one, by_ms) VALUES (1, ?) ON CONFLICT DO UPDATE SET by_ms = by_ms + excluded.by_ms',
    ms,
  )
}
