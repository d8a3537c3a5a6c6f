/**
 * The text sections every page loads: the frame, its menu and the layouts. Pages with scripts list their own sections
 * in `handle.scripts`.
 */
import type { TextArea } from './instance'

export const areasAround = ['frame', 'view', 'draft', 'customer', 'selection'] as const satisfies readonly TextArea[]
