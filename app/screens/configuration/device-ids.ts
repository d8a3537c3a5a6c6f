/** The controllers a form names. A module of its own, because the page of the selection loads no schemas. */
import { z } from 'zod'
import { mostNamed } from '~/domain/selection'
import { isId } from '~/hrefs'

export const DeviceIds = z.array(z.string().refine(isId, { error: 'errors:field.invalid' })).max(mostNamed)
