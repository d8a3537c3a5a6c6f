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

/** Refuses a change made from another version than the current one (4009, with the current one). */
export function requireCurrent({ body, ifMatch, current, required = false }: Question): void {
  const given = body ?? ifMatch?.replace(/^W\//, '').replace(/^"(.*)"$/, '$1')
  if (given === undefined) {
    if (required) refuse(4010)
    return
  }
  if (given !== current.eTag && given !== '*') refuse(4009, { current, currentETag: current.eTag })
}
