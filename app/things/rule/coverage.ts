/** How many of the rules of a fleet have the points they need: rules × equipment, and what is missing of it. */
import type { RuleRow } from './row'

export interface Coverage {
  /** Every rule on every piece of equipment that it is for. */
  all: number
  /** Those that lack points. */
  waiting: number
}

type Counted = Pick<RuleRow, 'equipment' | 'waiting'>

export const coverageOf = (rows: readonly Counted[]): Coverage => ({
  all: rows.reduce((sum, { equipment }) => sum + equipment, 0),
  waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
})

/** From 0 to 1; one that is not whole is not told as whole, nor one that has begun as nothing. */
export function shareOf({ all, waiting }: Coverage): number {
  if (all === 0 || waiting === 0) return 1
  const share = (all - waiting) / all
  return share === 0 ? 0 : Math.min(0.99, Math.max(0.01, share))
}

/** A point that rules wait for: on how much equipment it is missing, and which rules wait for it there. */
export interface Gap {
  /** Of the equipment that has such rules: the rule most of whose equipment waits for it. */
  ruleId: string
  role: string
  name: string
  equipment: number
  rules: { id: string; name: string }[]
  /** Rules × equipment that cannot run without it. */
  blocked: number
}

type WithGaps = Pick<RuleRow, 'id' | 'name' | 'code' | 'waiting' | 'lacking'>

/** What to map first: the point for whose lack most rules wait on most equipment, of each kind of equipment by itself. */
export function gapsIn(rows: readonly WithGaps[]): Gap[] {
  const gaps = new Map<string, Gap>()
  for (const { id, name, code, lacking } of rows) {
    for (const { role, name: point, count } of lacking) {
      const key = `${kindOf(code || id)} ${role}`
      const known = gaps.get(key)
      const rules = [...(known?.rules ?? []), { id, name }]
      gaps.set(key, {
        ruleId: known?.ruleId ?? id,
        role,
        name: point,
        equipment: Math.max(count, known?.equipment ?? 0),
        rules,
        blocked: (known?.blocked ?? 0) + count,
      })
    }
  }
  return [...gaps.values()].sort((a, b) => b.blocked - a.blocked)
}

/** `AHU-FC8` is a rule of the kind `AHU`. */
const kindOf = (code: string) => code.split('-')[0] ?? code
