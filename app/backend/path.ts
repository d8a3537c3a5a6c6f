/** Ids on their way into a call: none escapes its path segment or breaks a header (traps, the door). */
import { isId } from '~/hrefs'

/**
 * Replaces `{name}` by the encoded id. Throws a 404 response for `.`, `..`, slashes, control characters and ids over
 * 200 characters.
 */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || !isId(value)) throw new Response(null, { status: 404 })
    return encodeURIComponent(value)
  })
}

/** Returns whether a header can contain the id: printable ASCII without spaces. */
export function isHeaderId(value: string): boolean {
  return isId(value) && /^[\u0021-\u007e]+$/.test(value)
}
