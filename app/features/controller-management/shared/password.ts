/** The password of a controller in a form; empty for none. */
import { z } from 'zod'
import { maxControllerPassword } from '#contracts/management-names'

export const ControllerPasswordInput = z
  .string()
  .max(maxControllerPassword, { error: 'errors:management.password' })
  .optional()
