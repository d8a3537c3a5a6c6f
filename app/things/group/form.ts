/** What a person fills in about a site group (spec §3). */
import { z } from 'zod'
import { freeText } from '#contracts/scalars'
import type { FilledIn } from '~/screens/edit/edit-row'
import { placeName } from '../site/form'

export const GroupForm = z.object({ name: placeName, description: freeText(1000).optional() })
export type GroupForm = z.infer<typeof GroupForm>

/** The form as it is filled in for a group. */
export function filledGroup({ name, description }: { name: string; description?: string | undefined }): FilledIn {
  return { name, description: description ?? '' }
}
