/** Edit conflicts: the value of each person and the original, per field (promise C3). */
import type { ConflictField, FieldValues, Plan } from './plan'
import { fieldTexts, hasSameTexts, type Posted, postedTexts } from './posted'

export interface Conflict {
  fields: ConflictField[]
  current: { version: string; values: FieldValues }
}

/**
 * Returns the fields that others changed since the form was loaded, to a value other than the typed one; null without
 * any, or when the form is not an edit. A field of an earlier conflict remains in it until the person chooses.
 */
export function conflictIn(plan: Plan, posted: Posted): Conflict | null {
  const version = plan.rows[0]?.version
  const { original, theirs, unresolved } = posted
  if (!original || !plan.current || version === undefined) return null
  if (version === original.version) return null
  const current = plan.current
  const isSettled = (name: string) => theirs !== null && name in theirs && !unresolved.includes(name)
  const fields = Object.keys(current).flatMap((name): ConflictField[] => {
    const before = fieldTexts(isSettled(name) ? theirs?.[name] : original.values[name])
    const now = fieldTexts(current[name])
    const yours = postedTexts(posted.fields, name)
    if (hasSameTexts(before, now) || hasSameTexts(yours, now)) return []
    return [{ name, yours, theirs: now, original: before, changed: hasSameTexts(yours, before) ? 'theirs' : 'both' }]
  })
  return fields.length > 0 ? { fields, current: { version, values: current } } : null
}
