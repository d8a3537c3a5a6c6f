/** Field errors of a failed parse, as message keys (domain §0). */
import type { z } from 'zod'
import type { FieldErrors } from '../contracts/errors'

/** Maximum issues in one reply: a longer list is not useful. */
const maxIssues = 1_000

/**
 * Returns the errors by field, `value.primary.ipv4.gateway` → keys. An issue with its own key (`errors.…`) keeps it.
 */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  const fields = new Map<string, string[]>()
  for (const issue of error.issues.slice(0, maxIssues)) {
    const field = issue.path.join('.') || 'body'
    const keys = fields.get(field) ?? []
    keys.push(keyOf(issue))
    fields.set(field, keys)
  }
  return Object.fromEntries(fields)
}

function keyOf(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('errors.')) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'errors.field.required' : 'errors.field.type'
    case 'too_big':
      return issue.origin === 'string' ? 'errors.field.tooLong' : 'errors.field.tooLarge'
    case 'too_small':
      return issue.origin === 'string' ? 'errors.field.tooShort' : 'errors.field.tooSmall'
    case 'invalid_value':
      return 'errors.field.choice'
    default:
      return 'errors.field.invalid'
  }
}
