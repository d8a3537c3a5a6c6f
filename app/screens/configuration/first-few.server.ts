/** A send that begins with a few controllers: the others are held back until these have come back (roll-outs.md). */
import { z } from 'zod'
import type { Plan } from '~/change/plan'
import { firstChoices } from './first-few'

/** How many go first; all of them where nothing is said. */
export const First = z.object({
  first: z
    .enum(firstChoices.map(String) as [string, ...string[]])
    .transform(Number)
    .optional(),
})

/** The same plan with only so many of its controllers, the connected ones before those that wait. */
export function withFirst(plan: Plan, first: number | undefined): Plan & { held: number } {
  const changing = plan.rows.filter(({ effect }) => effect === 'change')
  if (!first || changing.length <= first) return { ...plan, held: 0 }
  const begun = new Set(
    changing
      .toSorted((one, other) => Number(one.timing === 'waits') - Number(other.timing === 'waits'))
      .slice(0, first)
      .map(({ subject }) => subject.id),
  )
  return {
    ...plan,
    rows: plan.rows.map((row) =>
      row.effect !== 'change' || begun.has(row.subject.id) ? row : { ...row, effect: 'skip', timing: 'held' },
    ),
    notes: [...(plan.notes ?? []), 'main:send.first.note'],
    held: changing.length - begun.size,
  }
}
