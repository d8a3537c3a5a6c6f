/** Coverage of rules: how many have the points they need (rules × equipment), and which points are missing. */
import type { RuleRow } from './row'

export interface Coverage {
  /** Number of rules × equipment. */
  all: number
  /** Number of those that lack points. */
  waiting: number
}

type Counted = Pick<RuleRow, 'equipment' | 'waiting'>

export const coverageOf = (rows: readonly Counted[]): Coverage => ({
  all: rows.reduce((sum, { equipment }) => sum + equipment, 0),
  waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
})

/** Returns the share from 0 to 1; of nothing, all of it. */
export function shareOf({ all, waiting }: Coverage): number {
  return all === 0 ? 1 : (all - waiting) / all
}

/** A missing point, and the rules that wait for it. */
export interface Gap {
  /** The first listed rule that waits for it. */
  ruleId: string
  role: string
  name: string
  equipment: number
  rules: { id: string; name: string }[]
  /** Number of rules × equipment that it blocks. */
  blocked: number
}

type RuleWithMissingPoints = Pick<RuleRow, 'id' | 'name' | 'code' | 'waiting' | 'missingPoints'>

/** Returns the missing points, most blocking first, separately for each kind of equipment. */
export function gapsIn(rows: readonly RuleWithMissingPoints[]): Gap[] {
  const gaps = new Map<string, Gap>()
  for (const { id, name, code, missingPoints } of rows) {
    for (const { role, name: point, count } of missingPoints) {
      const key = `${kindOf(code || id)} ${role}`
      const gap = gaps.get(key)
      const rules = [...(gap?.rules ?? []), { id, name }]
      gaps.set(key, {
        ruleId: gap?.ruleId ?? id,
        role,
        name: point,
        equipment: Math.max(count, gap?.equipment ?? 0),
        rules,
        blocked: (gap?.blocked ?? 0) + count,
      })
    }
  }
  return [...gaps.values()].sort((a, b) => b.blocked - a.blocked)
}

/** `AHU-FC8` is a rule of the kind `AHU`. */
const kindOf = (code: string) => code.split('-')[0] ?? code
