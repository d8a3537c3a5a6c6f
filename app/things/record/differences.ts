/** Differences between the before and after of a record, field by field. */

export interface FieldDifference {
  name: string
  before: string | null
  after: string | null
}

/** Returns the fields that differ, with dotted names; the whole values if they are not objects. */
export function fieldDifferences(before: unknown, after: unknown): FieldDifference[] {
  const left = flat(before)
  const right = flat(after)
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return names.flatMap((name) => {
    const difference = { name, before: left.get(name) ?? null, after: right.get(name) ?? null }
    return difference.before === difference.after ? [] : [difference]
  })
}

function flat(value: unknown, name = '', found = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return found
  // A list of words is one value, as in one field of its form.
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return found.set(name, value.join(', '))
  if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) flat(one, name ? `${name}.${key}` : key, found)
    return found
  }
  return found.set(name, String(value))
}
