/** A long plan in short: which rows are listed, and what happens to how many controllers. */
import type { PlanRow, PlanView } from '~/change/plan'

/** How many controllers a plan lists. */
export const mostListed = 50

/** How many kinds of things that happen are told apart. */
const mostKinds = 50

/** What moved meanwhile first, then what changes, then what is left out; by name within each. */
export function listedRows({ rows, moved }: PlanView): PlanRow[] {
  const ids = new Set(rows.map(({ subject }) => subject.id))
  if (ids.size <= mostListed) return rows
  const changed = new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  const isMoved = new Set(moved)
  const rank = (id: string) => (isMoved.has(id) ? 0 : changed.has(id) ? 1 : 2)
  const listed = new Set([...ids].sort((a, b) => rank(a) - rank(b)).slice(0, mostListed))
  return rows.filter(({ subject }) => listed.has(subject.id)).sort((a, b) => rank(a.subject.id) - rank(b.subject.id))
}

export interface PlanKind {
  key: string
  effect: PlanRow['effect']
  because: string | undefined
  name: string
  from: string | null
  to: string | null
  count: number
}

/** What happens, and to how many controllers: changes first, the most common first. */
export function kindsOf(rows: readonly PlanRow[]): PlanKind[] {
  const kinds = new Map<string, PlanKind>()
  for (const { effect, because, fields } of rows) {
    for (const { name, from, to } of fields.length > 0 ? fields : [{ name: '', from: null, to: null }]) {
      const key = JSON.stringify([effect, because, name, from, to])
      const known = kinds.get(key)
      if (known) known.count += 1
      else kinds.set(key, { key, effect, because, name, from, to, count: 1 })
    }
  }
  const order = ['change', 'skip', 'same']
  return [...kinds.values()]
    .sort((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect) || b.count - a.count)
    .slice(0, mostKinds)
}
