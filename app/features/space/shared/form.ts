/** The form of a space (spec §3). */
import { z } from 'zod'
import { shapeOf, withNulls } from '~/kit/edit/schema'
import { spaceFields } from './fields'

export const SpaceForm = z.object(shapeOf(spaceFields, 'en'))
export type SpaceForm = z.infer<typeof SpaceForm>

/** Returns the values of an edit; emptied fields are null. */
export const editedSpace = (form: SpaceForm) => withNulls(spaceFields, form)
