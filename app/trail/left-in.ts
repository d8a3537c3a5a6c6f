import type { TrailEntry } from './find-entries.server'

/** What was not done for certain, once the change is over. */
export function leftIn(entries: readonly TrailEntry[]): TrailEntry[] {
  const outcomeOf = ({ ending, outcome }: TrailEntry) => ending?.outcome ?? outcome
  if (entries.some((entry) => outcomeOf(entry) === 'pending')) return []
  return entries.filter((entry) => ['failed', 'refused', 'unknown'].includes(outcomeOf(entry)))
}
