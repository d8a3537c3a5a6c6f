/** Fields of a site group (spec §3). */
import type { FormDefinition } from '~/screens/edit/fields'
import { placeDescription, placeName } from '../site/fields'

export const groupFields = { name: placeName, description: placeDescription } satisfies FormDefinition
