import type { ReactNode } from 'react'

/**
 * How a thing is: `ok` needs nobody and stays grey, `progress` is under way, `warn` wants somebody soon, `danger` now;
 * `neutral` is not known or not there yet. Between `warn` and `danger` stands `high`, and `low` is there without asking
 * for anybody. `info` is no state but a word that marks a thing.
 */
export type Tone = 'ok' | 'low' | 'warn' | 'high' | 'danger' | 'info' | 'neutral' | 'progress'

/** A state in a word and a shape (`.state` in badge.css); colour only repeats what they say. */
export function Badge({ tone = 'neutral', children }: { tone: Tone | undefined; children: ReactNode }) {
  return <span className={`state ${tone}`}>{children}</span>
}
