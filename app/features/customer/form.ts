/** The form of a customer (spec §3). */
import { z } from 'zod'
import { shapeOf } from '~/kit/edit/schema'
import { customerFields } from './shared/fields'

const { name, description } = shapeOf(customerFields, 'en')

export const CustomerForm = z.object({ name, description: description.transform((text = '') => text) })
export type CustomerForm = z.infer<typeof CustomerForm>
