/** Field errors with a prefix. */
import type { FieldErrors } from '../contracts/errors'

/** Returns the errors with prefixed fields: `timeZone` under `value` is `value.timeZone`. */
export function prefixFields(name: string, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, key]) => [`${name}.${field}`, key]))
}
