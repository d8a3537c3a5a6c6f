/** What a schedule does on a day, held against an evaluator of another make, and against the reference services. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockDay, momentAt } from '../../app/domain/controller-clock'
import { monthFrom, nextDays, weeksOf } from '../../app/domain/schedule-dates'
import { type ScheduleContext, scheduleEffectAt, scheduleSpans } from '../../app/domain/schedule-day'
import { addDays } from '../../services/contracts/schedule-days'
import type { Calendar, CalendarEntry, Interval, Period, Schedule } from '../../services/contracts/schedules'
import { scheduleValueAt } from '../../services/operations/schedules/resolution'
import { size, tell } from '../promises/size'
import { evaluated, watchedDay } from './schedule-evaluator'

/** With the days on which their clocks jump: at two, at midnight either way, by half an hour, and never. */
const zones: Readonly<Record<string, readonly string[]>> = {
  'America/Toronto': ['2026-03-08', '2026-11-01'],
  'Europe/Paris': ['2026-03-29', '2026-10-25'],
  'America/Santiago': ['2026-04-04', '2026-09-06'],
  'Africa/Cairo': ['2026-04-24', '2026-10-29'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'America/Havana': ['2026-03-08', '2026-11-01'],
  'Pacific/Kiritimati': [],
  UTC: [],
}

const two = (part: number) => String(part).padStart(2, '0')
const time = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** Up to three intervals that do not overlap, some of which touch. */
const intervals = (value: fc.Arbitrary<number | null>): fc.Arbitrary<Interval[]> =>
  fc
    .tuple(fc.uniqueArray(fc.nat(1440), { maxLength: 6 }), fc.array(value, { minLength: 3, maxLength: 3 }))
    .map(([minutes, values]) => {
      const sorted = minutes.toSorted((one, other) => one - other)
      return values.flatMap((one, at): Interval[] => {
        const [start, end] = [sorted[2 * at], sorted[2 * at + 1]]
        return start === undefined || end === undefined ? [] : [{ start: time(start), end: time(end), value: one }]
      })
    })

const day = fc.integer({ min: -40, max: 40 })
const near = (date: string, days: number | null) => (days === null ? null : addDays(date, days))

const entryNear = (date: string): fc.Arbitrary<CalendarEntry> =>
  fc.oneof(
    fc
      .tuple(fc.integer({ min: -1, max: 1 }), fc.boolean(), fc.boolean(), fc.boolean())
      .map(([off, year, month, days]): CalendarEntry => {
        const [y = '', m = '', d = ''] = addDays(date, off).split('-')
        return { type: 'date', date: `${year ? '*' : y}-${month ? '*' : m}-${days ? '*' : d}` }
      }),
    fc
      .tuple(fc.option(fc.integer({ min: -9, max: 3 })), fc.option(fc.integer({ min: 3, max: 9 })))
      .map(([start, end]): CalendarEntry => ({ type: 'dateRange', start: near(date, start), end: near(date, end) })),
    fc.record({
      type: fc.constant('weekNDay' as const),
      month: fc.oneof(fc.constantFrom('any', 'odd', 'even', Number(date.slice(5, 7))), fc.integer({ min: 1, max: 12 })),
      week: fc.oneof(fc.constantFrom('any', 'last'), fc.integer({ min: 1, max: 5 })),
      dayOfWeek: fc.oneof(fc.constant('any' as const), fc.integer({ min: 1, max: 7 })),
    }) as fc.Arbitrary<CalendarEntry>,
  )

const givingWay = fc.option(fc.integer({ min: 1, max: 5 }), { freq: 3 })

const running = fc
  .constantFrom(...Object.keys(zones))
  .chain((timeZone) => {
    const jumps = zones[timeZone] ?? []
    const any = day.map((days) => addDays('2026-06-30', days * 9))
    const date =
      jumps.length > 0
        ? fc.oneof(fc.constantFrom(...jumps.flatMap((one) => [-1, 0, 1].map((off) => addDays(one, off)))), any)
        : any
    return fc.tuple(fc.constant(timeZone), date)
  })
  .chain(([timeZone, date]) =>
    fc.record({
      timeZone: fc.constant(timeZone),
      date: fc.constant(date),
      calendars: fc
        .array(fc.array(entryNear(date), { maxLength: 3 }), { maxLength: 2 })
        .map((lists) =>
          lists.map((dateList, at): Calendar => ({ key: `cal-${at}`, objectInstance: at, name: 'x', dateList })),
        ),
      weekly: fc.array(intervals(fc.integer({ min: 1, max: 5 })), { minLength: 7, maxLength: 7 }),
      exceptions: fc.array(
        fc.record({
          eventPriority: fc.integer({ min: 1, max: 16 }),
          period: fc.oneof(
            entryNear(date) as fc.Arbitrary<Period>,
            fc
              .constantFrom('cal-0', 'cal-1', 'cal-9')
              .map((calendarKey): Period => ({ type: 'calendarReference', calendarKey })),
          ),
          intervals: intervals(givingWay),
        }),
        { maxLength: 5 },
      ),
      effectivePeriod: fc.record({
        start: fc.option(fc.integer({ min: -60, max: 1 })).map((days) => near(date, days)),
        end: fc.option(fc.integer({ min: -1, max: 60 })).map((days) => near(date, days)),
      }),
      outOfService: fc.integer({ min: 0, max: 19 }).map((one) => one === 0),
      offset: fc.nat(899),
    }),
  )

function made(
  given: Pick<Schedule, 'effectivePeriod' | 'outOfService'> & {
    weekly: Interval[][]
    exceptions: Pick<Schedule['exceptionSchedule'][number], 'eventPriority' | 'period' | 'intervals'>[]
  },
): Schedule {
  return {
    key: 'sch-1',
    objectInstance: 1,
    name: 'x',
    description: '',
    valueType: 'number',
    facets: {},
    effectivePeriod: given.effectivePeriod,
    weeklySchedule: given.weekly,
    exceptionSchedule: given.exceptions.map(({ eventPriority, period, intervals: held }, at) => ({
      key: `exc-${at}`,
      name: `E${at}`,
      eventPriority,
      period,
      intervals: held,
    })),
    scheduleDefault: 0,
    listOfObjectPropertyReferences: [],
    priorityForWriting: 15,
    outOfService: given.outOfService,
  }
}

test('a day is what an independent evaluator says of every quarter of an hour, and what the services say', () => {
  const numRuns = size({ smoke: 400, full: 10_000 })
  let looks = 0
  fc.assert(
    fc.property(running, ({ timeZone, date, calendars, offset, ...given }) => {
      const one: ScheduleContext = { schedule: made(given), calendars, timeZone }
      const stretches = scheduleSpans(one, date)
      const { from, to } = clockDay(date, timeZone)
      expect(stretches[0]?.from).toBe(from)
      expect(stretches.at(-1)?.to).toBe(to)
      for (const [at, { from: begins, to: ends }] of stretches.entries())
        if (ends <= begins || (at > 0 && begins !== stretches[at - 1]?.to)) throw new Error('the day has a gap')
      for (const [at, shown] of watchedDay(date, timeZone).entries()) {
        const isSecondPass = shown.seconds % 900 !== 0
        const moment = shown.moment + offset * 1_000
        const seconds = isSecondPass ? shown.seconds : shown.seconds + offset
        const expected = evaluated(one, { date, seconds })
        const told = stretches.find((it) => it.from <= moment && moment < it.to)
        const isSame =
          told?.value === expected.value &&
          told.because === expected.because &&
          told.exception === expected.exception &&
          // Reading a clock is dear: some moments of each day are asked one by one.
          (at % 16 !== 3 ||
            (scheduleEffectAt(one, moment).value === told.value && scheduleValueAt(one, moment) === told.value))
        if (!isSame) expect([shown, told]).toEqual([shown, expected])
        looks += 1
      }
    }),
    { numRuns, seed: 42 },
  )
  tell('schedules', `${numRuns} schedules and days, ${looks} looks, none told otherwise`)
})

describe('the clock of a controller', () => {
  test('leaves an hour out in spring, and has one twice in autumn', () => {
    const spring = clockDay('2026-03-08', 'America/Toronto')
    expect([(spring.to - spring.from) / 3_600_000, spring.jump?.from, spring.jump?.to]).toEqual([23, 7_200, 10_800])
    const autumn = clockDay('2026-11-01', 'America/Toronto')
    expect([(autumn.to - autumn.from) / 3_600_000, autumn.jump?.from, autumn.jump?.to]).toEqual([25, 7_200, 3_600])
    expect(clockDay('2026-06-01', 'America/Toronto').jump).toBeNull()
  })

  test('brings a time that is left out with the end of the gap, and counts the first of two', () => {
    const at = (date: string, seconds: number) => new Date(momentAt({ date, seconds }, 'America/Toronto')).toISOString()
    expect(at('2026-03-08', 9_000)).toBe('2026-03-08T07:00:00.000Z')
    expect(at('2026-11-01', 5_400)).toBe('2026-11-01T05:30:00.000Z')
  })
})

describe('the days that a rule means', () => {
  const next = (period: Period, calendars: Calendar[] = []) => nextDays(period, { from: '2026-11-22', calendars })

  test.each<[string, Period, string[]]>([
    [
      'a date of every year',
      { type: 'date', date: '*-12-25' },
      ['2026-12-25', '2027-12-25', '2028-12-25', '2029-12-25', '2030-12-25'],
    ],
    [
      'the last Friday of even months',
      { type: 'weekNDay', month: 'even', week: 'last', dayOfWeek: 5 },
      ['2026-12-25', '2027-02-26', '2027-04-30', '2027-06-25', '2027-08-27'],
    ],
    [
      'a range',
      { type: 'dateRange', start: '2026-12-30', end: '2027-01-01' },
      ['2026-12-30', '2026-12-31', '2027-01-01'],
    ],
    ['a day that was', { type: 'date', date: '2026-11-21' }, []],
    ['a day that there is every four years', { type: 'date', date: '*-02-29' }, ['2028-02-29', '2032-02-29']],
  ])('are found: %s', (_, period, days) => {
    expect(next(period)).toEqual(days)
  })

  test.each<[string, CalendarEntry, string[]]>([
    ['a date', { type: 'date', date: '2026-11-21' }, []],
    ['a range', { type: 'dateRange', start: null, end: '2025-12-31' }, []],
    ['a month of a year', { type: 'date', date: '2025-12-*' }, []],
    ['a date far ahead', { type: 'date', date: '2035-01-03' }, ['2035-01-03']],
  ])('are not looked for where they cannot be: %s', (_, entry, days) => {
    let looks = 0
    const calendar = {
      key: 'c',
      get dateList() {
        looks += 1
        return [entry]
      },
    } as unknown as Calendar
    expect(next({ type: 'calendarReference', calendarKey: 'c' }, [calendar])).toEqual(days)
    expect(looks).toBeLessThan(5)
  })

  test('are those of the calendar that it refers to', () => {
    const dateList: CalendarEntry[] = [{ type: 'date', date: '2026-12-26' }]
    const calendar = { key: 'cal-1', objectInstance: 1, name: 'x', dateList }
    expect(next({ type: 'calendarReference', calendarKey: 'cal-1' }, [calendar])).toEqual(['2026-12-26'])
    expect(next({ type: 'calendarReference', calendarKey: 'cal-2' }, [calendar])).toEqual([])
  })

  test('stand in the weeks of their month, Monday first', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect([monthFrom('2026-12', 1), monthFrom('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  })
})
