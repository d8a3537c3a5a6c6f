/** eTags: opaque, in the body and as a header, accepted as either (domain §0). */
import { fail } from './api-error'

interface VersionCheck {
  /** The eTag of the body, if the caller sent one. */
  body: string | null | undefined
  /** The `If-Match` header. */
  ifMatch: string | undefined
  /** The current state of the entity. */
  current: { eTag: string }
  /** Whether a change without a version is rejected (4010). */
  required?: boolean
}

/** Returns the eTag the change was based on: of the body, else of the header. */
export const requestedETag = (body: string | null | undefined, ifMatch: string | undefined) =>
  body ?? ifMatch?.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')

/** Throws when the change was not based on the current version (4009, with the current one). */
export function requireCurrent({ body, ifMatch, current, required = false }: VersionCheck): void {
  const requested = requestedETag(body, ifMatch)
  if (requested === undefined) {
    if (required) fail(4010)
    return
  }
  if (requested !== current.eTag && requested !== '*') fail(4009, { current, currentETag: current.eTag })
}
