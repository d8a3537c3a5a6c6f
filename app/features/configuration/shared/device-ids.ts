/** The controllers a form names. A module of its own, because the page of the selection loads no schemas. */
import { z } from 'zod'
import { maxSelectedIds } from '~/domain/selection'
import { isId } from '~/hrefs'

export const SelectedDeviceIds = z.array(z.string().refine(isId, { error: 'errors:field.invalid' })).max(maxSelectedIds)
