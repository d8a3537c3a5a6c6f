/** Changes to alarms. */
import type { ChangeKind } from './change'

export const alarmChanges = {
  'alarm.acknowledge': { capability: 'alarm.ack', max: 10_000, back: { never: 'acknowledged' } },
  'alarm.note': { capability: 'alarm.ack', reason: 'required', back: { never: 'noted' } },
} as const satisfies Record<string, ChangeKind>
