/** Two people at one form: what each of them and the original say, per field (promise C3). */
import type { ConflictField, HeldFields, Plan } from './plan'
import { isSame, type Posted, postedTexts, textsOf } from './posted'

export interface Conflict {
  fields: ConflictField[]
  current: { version: string; values: HeldFields }
}

/**
 * The fields that others changed since the form was made, other than to what was typed; null when there are none,
 * or when the form is not an edit. A field of a conflict already shown stays in it until something is chosen.
 */
export function conflictIn(plan: Plan, posted: Posted): Conflict | null {
  const version = plan.rows[0]?.version
  const { original, theirs, open } = posted
  if (!original || !plan.current || version === undefined) return null
  if (version === original.version) return null
  const current = plan.current
  const isSettled = (name: string) => theirs !== null && name in theirs && !open.includes(name)
  const fields = Object.keys(current).flatMap((name): ConflictField[] => {
    const before = textsOf(isSettled(name) ? theirs?.[name] : original.values[name])
    const now = textsOf(current[name])
    const yours = postedTexts(posted.fields, name)
    if (isSame(before, now) || isSame(yours, now)) return []
    return [{ name, yours, theirs: now, original: before, changed: isSame(yours, before) ? 'theirs' : 'both' }]
  })
  return fields.length > 0 ? { fields, current: { version, values: current } } : null
}
