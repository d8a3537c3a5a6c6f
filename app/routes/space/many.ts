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
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return null
    const { name, kind, usage } = read as Record<string, unknown>
    return typeof name === 'string' && typeof kind === 'string'
      ? rowOf({ name, kind, usage: String(usage ?? '') })
      : null
  } catch {
    return null
  }
}
