/** The controllers a form names; kept apart from the choice, whose page draws without schemas. */
import { z } from 'zod'
import { isId } from '~/hrefs'
import { largestChoice } from './choice'

export const DeviceIds = z.array(z.string().refine(isId, { error: 'errors:field.invalid' })).max(largestChoice)
