/** What a person fills in about a space (spec §3). */
import { z } from 'zod'
import { Id } from '#contracts/scalars'
import { SpaceKind, Usage } from '#contracts/site'
import type { FilledIn } from '~/screens/edit/edit-row'
import { placeName } from '../site/form'

/** `parentSpaceId` empty: directly in the building. */
export const SpaceForm = z.object({
  name: placeName,
  kind: SpaceKind,
  usage: Usage.optional(),
  parentSpaceId: Id.optional(),
})
export type SpaceForm = z.infer<typeof SpaceForm>

interface Shown {
  name: string
  kind: string
  usage?: string | null | undefined
  parentSpaceId?: string | null | undefined
}

/** The form as it is filled in for a space. */
export function filledSpace({ name, kind, usage, parentSpaceId }: Shown): FilledIn {
  return { name, kind, usage: usage ?? '', parentSpaceId: parentSpaceId ?? '' }
}
