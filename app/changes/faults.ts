/** Changes to the faults that rules found. */
import type { ChangeKind } from './change'

export const faultChanges = {
  'fault.resolve': { capability: 'fault.resolve', flag: 'faults', max: 10_000, back: { never: 'resolved' } },
  'fault.note': { capability: 'fault.note', flag: 'faults', back: { never: 'noted' } },
} as const satisfies Record<string, ChangeKind>
