/** Fields of a site group (spec §3). */

import { placeDescription, placeName } from '~/features/site/shared/fields'
import type { FormDefinition } from '~/kit/edit/fields'

export const groupFields = { name: placeName, description: placeDescription } satisfies FormDefinition
