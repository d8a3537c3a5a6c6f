/** The duration of a temporary override (domain §4.5, §9.4). */

/** Seven days for people who may override permanently, one day for everybody else. */
export const maxOverrideMinutes = 7 * 24 * 60
export const maxUserOverrideMinutes = 24 * 60

export const timeUnits = ['minutes', 'hours', 'days'] as const
export type TimeUnit = (typeof timeUnits)[number]

const minutesIn = { minutes: 1, hours: 60, days: 24 * 60 } as const satisfies Record<TimeUnit, number>

/** Returns the minutes; undefined for invalid text, or a fraction of a minute. */
export function minutesOf(text: string, unit: TimeUnit): number | undefined {
  if (!/^\d{1,5}([.,]\d{1,2})?$/.test(text)) return undefined
  const minutes = Number(text.replace(',', '.')) * minutesIn[unit]
  return Number.isInteger(minutes) && minutes >= 1 ? minutes : undefined
}

/** Returns a duration in its largest whole unit: 45 minutes, 2 hours, 3 days. */
export function durationIn(minutes: number): { unit: TimeUnit; count: number } {
  const unit = minutes % minutesIn.days === 0 ? 'days' : minutes % minutesIn.hours === 0 ? 'hours' : 'minutes'
  return { unit, count: minutes / minutesIn[unit] }
}
