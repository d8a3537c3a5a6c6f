/** What is changed about what controllers do by the clock. */
import type { ChangeKind } from './change'

export const scheduleChanges = {
  'schedule.exception': {
    capability: 'schedule.write',
    flag: 'schedules',
    most: 1_000,
    back: { form: 'exception' },
  },
} as const satisfies Record<string, ChangeKind>
