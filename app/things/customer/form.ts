/** What a person fills in about a customer (spec §3). */
import { z } from 'zod'
import { freeText } from '#contracts/scalars'
import type { FilledIn } from '~/screens/edit/edit-row'

export const CustomerForm = z.object({
  name: freeText(120).refine((text) => text !== '', { error: 'errors:field.required' }),
  description: freeText(2000).default(''),
})
export type CustomerForm = z.infer<typeof CustomerForm>

/** The form as it is filled in for a customer. */
export function filledCustomer({ name, description }: CustomerForm): FilledIn {
  return { name, description }
}
