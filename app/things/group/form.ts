/** What a person fills in about a site group (spec §3). */
import { z } from 'zod'
import { shapeOf } from '~/screens/edit/schema'
import { groupFields } from './fields'

export const GroupForm = z.object(shapeOf(groupFields, 'en'))
export type GroupForm = z.infer<typeof GroupForm>

/** What an edit makes of a group. */
export function editedGroup({ name, description = '' }: GroupForm) {
  return { name, description }
}
