/** The week of a schedule in the shape of the chart. */
import type { Schedule } from '#contracts/schedules'
import type { WeekDay } from '~/ui/chart/week'
import { toneScale } from '../tones'
import { scheduleValueText, type ValueWords } from '../words'

/** `dayName` returns the name of a day; Monday is 0. */
export function weekDays(schedule: Schedule, words: ValueWords, dayName: (day: number) => string): WeekDay[] {
  const exceptions = exceptionsByDay(schedule)
  const tone = toneScale({ ...schedule, values: schedule.weeklySchedule.flat().map(({ value }) => value) })
  return Array.from({ length: 7 }, (_, index) => ({
    name: dayName(index),
    exception: exceptions[index],
    intervals: (schedule.weeklySchedule[index] ?? []).map((interval) => ({
      from: minuteOf(interval.start),
      to: minuteOf(interval.end),
      label: scheduleValueText(words, schedule.facets, interval.value),
      tone: tone(interval.value),
    })),
  }))
}

/**
 * Returns the exceptions by weekday. An n-th weekday of a month is shown on that weekday of every week; dates can be on
 * any weekday and are omitted.
 */
function exceptionsByDay({ exceptionSchedule }: Schedule): (string | undefined)[] {
  return Array.from({ length: 7 }, (_, index) => {
    const names = exceptionSchedule.flatMap(({ name, period }) =>
      period.type === 'weekNDay' && period.dayOfWeek === index + 1 ? name : [],
    )
    return names.length > 0 ? names.join(', ') : undefined
  })
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
