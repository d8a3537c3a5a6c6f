/** The form of an exception for many schedules, and the exception it describes (journey 7). */
import { z } from 'zod'
import { freeText } from '#contracts/scalars'
import type { Schedule, ScheduleException } from '#contracts/schedules'
import { dateAt } from '~/domain/controller-clock'
import { nextDays } from '~/domain/schedule-dates'
import { maxSelectedIds } from '~/domain/selection'
import { dayTemplates } from './day-templates'
import { isSamePeriod, periodOf } from './period-form'

const text = z.string().max(100).optional()

export const HolidayForm = z
  .object({
    how: z.enum(['add', 'remove']).default('add'),
    schedule: z.array(z.string().min(1).max(250)).max(maxSelectedIds).default([]),
    /** The change to undo: the schedules are those it reached. */
    change: z.string().max(100).optional(),
    /** A site group, to limit the change to a part of the customer. */
    groupId: text,
    name: freeText(64, 'errors:field.required').refine((name) => name !== '', { error: 'errors:field.required' }),
    type: z.enum(['date', 'dateRange', 'weekNDay']).default('date'),
    date: text,
    start: text,
    end: text,
    month: text,
    week: text,
    dayOfWeek: text,
    priority: z.coerce
      .number({ error: 'errors:schedule.priority' })
      .int({ error: 'errors:schedule.priority' })
      .min(1, { error: 'errors:schedule.priority' })
      .max(16, { error: 'errors:schedule.priority' })
      .default(10),
    like: z.enum(dayTemplates).default('closed'),
    /** The intervals of an exception that is restored; they take precedence over `like`. */
    intervals: z.string().max(5_000).optional(),
  })
  .refine(({ type, date }) => type !== 'date' || date?.trim(), { path: ['date'], error: 'errors:schedule.dateMissing' })
export type HolidayForm = z.infer<typeof HolidayForm>

/** Whether period and intervals are equal, whatever the name and the priority. */
export const isSameException = (one: ScheduleException, other: ScheduleException) =>
  isSamePeriod(one.period, other.period) && JSON.stringify(one.intervals) === JSON.stringify(other.intervals)

/** Returns the exception to remove: with the same name and days; among several, one equal in everything. */
export function matchingException(
  { exceptionSchedule }: Schedule,
  exception: ScheduleException,
): ScheduleException | undefined {
  const candidates = exceptionSchedule.filter(
    ({ name, period }) => name === exception.name && isSamePeriod(period, exception.period),
  )
  const identical = candidates.filter(
    (one) => one.eventPriority === exception.eventPriority && isSameException(one, exception),
  )
  return identical[0] ?? candidates[0]
}

/** Returns the new exception, with a key that is unused in the schedule. */
export function newException({ exceptionSchedule, weeklySchedule }: Schedule, form: HolidayForm): ScheduleException {
  const usedKeys = new Set(exceptionSchedule.map(({ key }) => key))
  let number = exceptionSchedule.length + 1
  while (usedKeys.has(`exc-${number}`)) number += 1
  const day = form.like === 'closed' ? [] : (weeklySchedule[Number(form.like) - 1] ?? [])
  return {
    key: `exc-${number}`,
    name: form.name,
    eventPriority: form.priority,
    period: periodOf(form),
    intervals: intervalsIn(form.intervals) ?? day,
  }
}

const Intervals = z.array(
  z.object({ start: z.string(), end: z.string(), value: z.union([z.boolean(), z.number(), z.null()]) }),
)

function intervalsIn(intervalsText: string | undefined): ScheduleException['intervals'] | null {
  if (!intervalsText) return null
  try {
    return Intervals.parse(JSON.parse(intervalsText))
  } catch {
    return null
  }
}

/** Returns the next day of the exception, for the link to that day. */
export const nextExceptionDay = (form: HolidayForm) =>
  nextDays(periodOf(form), { from: dateAt(Date.now(), 'UTC'), calendars: [], max: 1 })[0]
