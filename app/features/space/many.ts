/** One row of the form for many spaces. */

export interface SpaceValues {
  name: string
  kind: string
  usage: string
}

export function spaceValues({
  name,
  kind,
  usage,
}: {
  name: string
  kind: string
  usage?: string | null | undefined
}): SpaceValues {
  return { name, kind, usage: usage ?? '' }
}

/** Parses the values that the form showed; null for unreadable text. */
export function parseShownValues(text: string): SpaceValues | null {
  try {
    return storedValues(JSON.parse(text))
  } catch {
    return null
  }
}

/** Returns the values of a stored space; null for unreadable data. */
export function storedValues(stored: unknown): SpaceValues | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { name, kind, usage } = stored as Record<string, unknown>
  return typeof name === 'string' && typeof kind === 'string'
    ? spaceValues({ name, kind, usage: String(usage ?? '') })
    : null
}
