/** The areas of texts around every page: its frame, its menu and what the layouts say. Pages with scripts name those of their own. */
import type { TextArea } from './instance'

export const areasAround = ['frame', 'view', 'draft', 'customer', 'selection'] as const satisfies readonly TextArea[]
