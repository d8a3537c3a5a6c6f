/** What a form's schema says is a message key; zod's own findings get one here (design §12, forms). */
import { z } from 'zod'

/** Gives every issue a key of `errors:form.*` unless the schema named its own. */
export function useMessageKeys(): void {
  z.config({
    jitless: true,
    customError: (issue) => {
      if (issue.input === undefined || issue.input === '') return 'errors:form.required'
      switch (issue.code) {
        case 'too_big':
          return issue.origin === 'string' ? 'errors:form.tooLong' : 'errors:form.tooMany'
        case 'too_small':
          return issue.origin === 'string' ? 'errors:form.tooShort' : 'errors:form.tooFew'
        case 'invalid_format':
          return 'errors:form.format'
        case 'invalid_value':
          return 'errors:form.choice'
        default:
          return 'errors:form.invalid'
      }
    },
  })
}
