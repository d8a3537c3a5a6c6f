/** One space in the form of many. */

export interface Row {
  name: string
  kind: string
  usage: string
}

export function rowOf({ name, kind, usage }: { name: string; kind: string; usage?: string | null | undefined }): Row {
  return { name, kind, usage: usage ?? '' }
}

/** What the form showed, from the text it carries; null where that is not readable. */
export function wasOf(text: string): Row | null {
  try {
    return wasIn(JSON.parse(text))
  } catch {
    return null
  }
}

/** What was kept of a space; null where that is not readable. */
export function wasIn(kept: unknown): Row | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { name, kind, usage } = kept as Record<string, unknown>
  return typeof name === 'string' && typeof kind === 'string' ? rowOf({ name, kind, usage: String(usage ?? '') }) : null
}
