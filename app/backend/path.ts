/** Ids on their way into a call: none climbs out of its segment of the path or breaks a header (traps, the door). */
import { isId } from '~/hrefs'

/** Fills `{name}` with encoded ids; refuses `.`, `..`, slashes, control characters and anything over 200 characters. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || !isId(value)) throw new Response(null, { status: 404 })
    return encodeURIComponent(value)
  })
}

/** An id that a header can carry: printable ASCII without spaces. */
export function isHeaderId(value: string): boolean {
  return isId(value) && /^[\u0021-\u007e]+$/.test(value)
}
