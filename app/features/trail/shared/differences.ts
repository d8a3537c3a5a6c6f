/** Differences between the before and after of a record, field by field. */

export interface FieldDifference {
  name: string
  before: string | null
  after: string | null
}

/**
 * Returns the fields that differ, with dotted names; the whole values if they are not objects. A field that was absent
 * and is empty has not changed.
 */
export function fieldDifferences(before: unknown, after: unknown): FieldDifference[] {
  const beforeFields = flatten(before)
  const afterFields = flatten(after)
  const names = [...new Set([...beforeFields.keys(), ...afterFields.keys()])]
  return names.flatMap((name) => {
    const difference = { name, before: beforeFields.get(name) ?? null, after: afterFields.get(name) ?? null }
    return (difference.before || null) === (difference.after || null) ? [] : [difference]
  })
}

function flatten(value: unknown, name = '', fields = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return fields
  // A list of words is one value, as in one field of its form.
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return fields.set(name, value.join(', '))
  if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) flatten(one, name ? `${name}.${key}` : key, fields)
    return fields
  }
  return fields.set(name, String(value))
}
