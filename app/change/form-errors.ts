/** What a form's schema says is a message key; zod's own findings get one here (design §12, forms). */
import { z } from 'zod'

/** Gives every issue a key of `errors:field.*` unless the schema named its own. */
export function speakInMessageKeys(): void {
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
