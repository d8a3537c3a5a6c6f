/** Fields of a site group (spec §3). */
import type { Fields } from '~/screens/edit/fields'
import { placeDescription, placeName } from '../site/fields'

export const groupFields = { name: placeName, description: placeDescription } satisfies Fields
