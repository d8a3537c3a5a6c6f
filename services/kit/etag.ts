/** eTags: opaque, in the body and as a header, accepted as either (domain §0). */
import { refuse } from './refusal'

interface Question {
  /** The eTag of the body, when the caller sent one. */
  body: string | null | undefined
  /** The `If-Match` header. */
  ifMatch: string | undefined
  /** The thing as it is now. */
  current: { eTag: string }
  /** Refuse a change that names no version (4010). */
  required?: boolean
}

/** The eTag a change was made from: of the body, else of the header. */
export const givenETag = (body: string | null | undefined, ifMatch: string | undefined) =>
  body ?? ifMatch?.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')

/** Refuses a change made from another version than the current one (4009, with the current one). */
export function requireCurrent({ body, ifMatch, current, required = false }: Question): void {
  const given = givenETag(body, ifMatch)
  if (given === undefined) {
    if (required) refuse(4010)
    return
  }
  if (given !== current.eTag && given !== '*') refuse(4009, { current, currentETag: current.eTag })
}
