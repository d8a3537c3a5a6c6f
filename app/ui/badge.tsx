import type { ReactNode } from 'react'

/**
 * The urgency of a state. `ok`: no attention needed, grey. `progress`: running. `low`, `warn`, `high`, `danger`:
 * increasing urgency; `danger` means now. `neutral`: unknown or not there yet. `info`: a mark that is no state.
 */
export type Tone = 'ok' | 'low' | 'warn' | 'high' | 'danger' | 'info' | 'neutral' | 'progress'

/** A state as a word and a shape (`.state` in badge.css); the colour only repeats them. */
export function Badge({ tone = 'neutral', children }: { tone: Tone | undefined; children: ReactNode }) {
  return badge(tone, children)
}

/** The same as a plain function: the rows of a list have a hundred of them. */
export const badge = (tone: Tone, children: ReactNode): ReactNode => <span className={`state ${tone}`}>{children}</span>
