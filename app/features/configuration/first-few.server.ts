/** A staged send: the other controllers are held back until the first few have applied it (roll-outs.md). */
import { z } from 'zod'
import type { Plan } from '~/change/plan'
import { firstStageSizes } from './first-few'

/** The number of controllers in the first stage; all if absent. */
export const First = z.object({
  first: z
    .enum(firstStageSizes.map(String) as [string, ...string[]])
    .transform(Number)
    .optional(),
})

/** Returns the plan limited to its first `first` changes, connected controllers before waiting ones. */
export function limitToFirst(plan: Plan, first: number | undefined): Plan & { held: number } {
  const changing = plan.rows.filter(({ effect }) => effect === 'change')
  if (!first || changing.length <= first) return { ...plan, held: 0 }
  const firstIds = new Set(
    changing
      .toSorted((one, other) => Number(one.timing === 'waits') - Number(other.timing === 'waits'))
      .slice(0, first)
      .map(({ subject }) => subject.id),
  )
  return {
    ...plan,
    rows: plan.rows.map((row) =>
      row.effect !== 'change' || firstIds.has(row.subject.id) ? row : { ...row, effect: 'skip', timing: 'held' },
    ),
    notes: [...(plan.notes ?? []), 'main:send.first.note'],
    held: changing.length - firstIds.size,
  }
}
