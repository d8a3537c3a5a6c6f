/** Field errors under the name of what the fields stand in. */
import type { FieldErrors } from '../contracts/errors'

/** `timeZone` under `value` is `value.timeZone`. */
export function under(name: string, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, key]) => [`${name}.${field}`, key]))
}
