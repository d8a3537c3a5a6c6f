/**
 * The text sections every page loads: the frame, its menu and the layouts. Pages with scripts list their own sections
 * in `handle.scripts`.
 */
import type { TextSection } from './instance'

export const frameTextSections = [
  'frame',
  'view',
  'draft',
  'customer',
  'selection',
] as const satisfies readonly TextSection[]
