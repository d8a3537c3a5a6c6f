/** Changes to the notes for the next shift. */
import type { ChangeKind } from './change'

export const shiftChanges = {
  'shift.note': { capability: 'alarm.ack', back: { never: 'noted' } },
  'shift.removeNote': { capability: 'alarm.ack', back: { never: 'taken' } },
} as const satisfies Record<string, ChangeKind>
