/** The form of a site group (spec §3). */
import { z } from 'zod'
import { shapeOf } from '~/kit/edit/schema'
import { groupFields } from './shared/fields'

export const GroupForm = z.object(shapeOf(groupFields, 'en'))
export type GroupForm = z.infer<typeof GroupForm>

/** Returns the values of an edit. */
export function editedGroup({ name, description = '' }: GroupForm) {
  return { name, description }
}
