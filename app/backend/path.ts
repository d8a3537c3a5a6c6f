/** Ids on their way into an upstream path: nothing may climb out of its segment (traps, the door). */
import { isId } from '~/hrefs'

/** Fills `{name}` with encoded ids; refuses `.`, `..`, slashes, control characters and anything over 200 characters. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || !isId(value)) throw new Response(null, { status: 404 })
    return encodeURIComponent(value)
  })
}
