/** Errors of schemas are message keys instead of zod's own messages, in the whole process. */
import { z } from 'zod'

/** Sets a key of `errors` for every issue without a key of its own. */
export function configureErrorKeys(): void {
  z.config({
    customError: (issue) => {
      if (issue.input === undefined || issue.input === '') return 'errors:field.required'
      switch (issue.code) {
        case 'too_big':
          return issue.origin === 'number' ? 'errors:field.tooLarge' : 'errors:field.tooLong'
        case 'too_small':
          return issue.origin === 'array'
            ? 'errors:nothingChosen'
            : issue.origin === 'number'
              ? 'errors:field.tooSmall'
              : 'errors:field.tooShort'
        case 'invalid_format':
          return 'errors:field.invalid'
        case 'invalid_value':
          return 'errors:field.choice'
        default:
          return 'errors:field.invalid'
      }
    },
  })
}
