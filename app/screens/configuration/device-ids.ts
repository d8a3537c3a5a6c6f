/** The controllers a form names; kept apart from the choice, whose page draws without schemas. */
import { z } from 'zod'
import { mostNamed } from '~/domain/selection'
import { isId } from '~/hrefs'

export const DeviceIds = z.array(z.string().refine(isId, { error: 'errors:field.invalid' })).max(mostNamed)
