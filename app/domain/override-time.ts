/** How long a point may be held by hand (domain §4.5, §9.4). */

/** Seven days for who may hold a point without an end, a day for everybody else. */
export const longestMinutes = 7 * 24 * 60
export const longestForUsers = 24 * 60

export const timeUnits = ['minutes', 'hours', 'days'] as const
export type TimeUnit = (typeof timeUnits)[number]

const minutesIn = { minutes: 1, hours: 60, days: 24 * 60 } as const satisfies Record<TimeUnit, number>

/** As many minutes; undefined for what is none, or not a whole number of them. */
export function minutesOf(text: string, unit: TimeUnit): number | undefined {
  if (!/^\d{1,5}([.,]\d{1,2})?$/.test(text)) return undefined
  const minutes = Number(text.replace(',', '.')) * minutesIn[unit]
  return Number.isInteger(minutes) && minutes >= 1 ? minutes : undefined
}

/** A time as people say it: 45 minutes, 2 hours, 3 days. */
export function timeIn(minutes: number): { unit: TimeUnit; count: number } {
  const unit = minutes % minutesIn.days === 0 ? 'days' : minutes % minutesIn.hours === 0 ? 'hours' : 'minutes'
  return { unit, count: minutes / minutesIn[unit] }
}
