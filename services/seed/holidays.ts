/** Statutory holidays for the calendars of controllers (domain §11.1). */
import type { CalendarEntry } from '../contracts/schedules'

const day = 86_400_000
const fixed = (monthAndDay: string): CalendarEntry => ({ type: 'date', date: `*-${monthAndDay}` })
const on = (at: number): CalendarEntry => ({ type: 'date', date: new Date(at).toISOString().slice(0, 10) })

/** Returns Easter Sunday of a year (the Gregorian computus), in ms. */
function easter(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const leapless = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15
  const epact = leapless % 30
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  const offset = moon - weekday
  const month = 3 + Math.floor((offset + 40) / 44)
  return Date.UTC(year, month - 1, offset + 28 - 31 * Math.floor(month / 4))
}

/** Returns the Monday before 25 May: Victoria Day, in Québec the day of the patriots. */
function patriotsDay(year: number): number {
  const eve = Date.UTC(year, 4, 24)
  return eve - ((new Date(eve).getUTCDay() + 6) % 7) * day
}

const years = (epoch: number) => {
  const first = new Date(epoch).getUTCFullYear()
  return [first, first + 1]
}

/** Returns those of Québec; the movable ones for the epoch's year and the next. */
export const quebecHolidays = (epoch: number): CalendarEntry[] => [fixed('06-24'), ...canadianHolidays(epoch)]

/** Returns those of nearly all of Canada; the movable ones for the epoch's year and the next. */
export function canadianHolidays(epoch: number): CalendarEntry[] {
  return [
    fixed('01-01'),
    fixed('07-01'),
    { type: 'weekNDay', month: 9, week: 1, dayOfWeek: 1 },
    { type: 'weekNDay', month: 10, week: 2, dayOfWeek: 1 },
    fixed('12-25'),
    ...years(epoch).flatMap((year) => [on(easter(year) - 2 * day), on(patriotsDay(year))]),
  ]
}

/** Returns the widely observed federal holidays of the United States. */
export function usHolidays(): CalendarEntry[] {
  return [
    fixed('01-01'),
    { type: 'weekNDay', month: 1, week: 3, dayOfWeek: 1 },
    { type: 'weekNDay', month: 5, week: 'last', dayOfWeek: 1 },
    fixed('07-04'),
    { type: 'weekNDay', month: 9, week: 1, dayOfWeek: 1 },
    { type: 'weekNDay', month: 11, week: 4, dayOfWeek: 4 },
    fixed('12-25'),
  ]
}

/** Returns those of France; the movable ones for the epoch's year and the next. */
export function frenchHolidays(epoch: number): CalendarEntry[] {
  return [
    ...['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'].map(fixed),
    ...years(epoch).flatMap((year) => [1, 39, 50].map((after) => on(easter(year) + after * day))),
  ]
}
