/** Changes to the schedules and calendars of controllers. */
import type { ChangeKind } from './change'

const ofSchedules = { capability: 'schedule.write', flag: 'schedules' } as const

export const scheduleChanges = {
  'calendar.create': { ...ofSchedules, back: { never: 'created' } },
  'calendar.edit': { ...ofSchedules, back: { form: 'calendar' } },
  'calendar.delete': { ...ofSchedules, back: { never: 'deleted' } },
  'schedule.create': { ...ofSchedules, back: { never: 'created' } },
  'schedule.edit': { ...ofSchedules, back: { form: 'schedule' } },
  'schedule.exception': {
    ...ofSchedules,
    max: 1_000,
    back: { form: 'exception' },
  },
  'schedule.delete': { ...ofSchedules, back: { never: 'deleted' } },
} as const satisfies Record<string, ChangeKind>
