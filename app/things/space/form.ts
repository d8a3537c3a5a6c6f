/** What a person fills in about a space (spec §3). */
import { z } from 'zod'
import { shapeOf, withNulls } from '~/screens/edit/schema'
import { spaceFields } from './fields'

export const SpaceForm = z.object(shapeOf(spaceFields, 'en'))
export type SpaceForm = z.infer<typeof SpaceForm>

/** What an edit makes of a space; what was emptied is null. */
export const editedSpace = (form: SpaceForm) => withNulls(spaceFields, form)
