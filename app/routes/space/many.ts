/** One row of the form for many spaces. */

export interface Row {
  name: string
  kind: string
  usage: string
}

export function rowOf({ name, kind, usage }: { name: string; kind: string; usage?: string | null | undefined }): Row {
  return { name, kind, usage: usage ?? '' }
}

/** Parses the values that the form showed; null for unreadable text. */
export function wasOf(text: string): Row | null {
  try {
    return wasIn(JSON.parse(text))
  } catch {
    return null
  }
}

/** Returns the values of a stored space; null for unreadable data. */
export function wasIn(kept: unknown): Row | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { name, kind, usage } = kept as Record<string, unknown>
  return typeof name === 'string' && typeof kind === 'string' ? rowOf({ name, kind, usage: String(usage ?? '') }) : null
}
