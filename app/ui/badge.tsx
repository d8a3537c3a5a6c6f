import type { ReactNode } from 'react'

/**
 * The urgency of a state. `ok`: no attention needed, grey. `progress`: running. `low`, `warn`, `high`, `danger`:
 * increasing urgency; `danger` means now. `neutral`: unknown or not there yet. `info`: a mark that is no state.
 */
export type Tone = 'ok' | 'low' | 'warn' | 'high' | 'danger' | 'info' | 'neutral' | 'progress'

<<<<<<< ours
/** A state in a word and a shape (`.state` in badge.css); colour only repeats what they say. */
=======
/** A state as a word and a shape (`.state` in tailwind.css); the colour only repeats them. */
>>>>>>> theirs
export function Badge({ tone = 'neutral', children }: { tone: Tone | undefined; children: ReactNode }) {
  return <span className={`state ${tone}`}>{children}</span>
}
