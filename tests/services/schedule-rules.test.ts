/** What a schedule says and what it may look like, without a service around it (domain §3.1, §3.2). */
import { describe, expect, it } from 'vitest'
import { checkDocument } from '../../services/contracts/schedule-checks'
import { isDatePattern, isRealDate, matchesDay } from '../../services/contracts/schedule-days'
import { secondsOf } from '../../services/contracts/schedule-times'
import { intervalsOf, transitionsOf } from '../../services/contracts/schedule-transitions'
import { type Calendar, type Schedule, ScheduleSave } from '../../services/contracts/schedules'
import { instantOf, localTimeAt } from '../../services/kit/local-time'
import { completeDocument } from '../../services/operations/schedules/complete'
import {
  isScheduleActive,
  nextTransition,
  type ResolutionInput,
  scheduleValueAt,
} from '../../services/operations/schedules/resolution'

const toronto = 'America/Toronto'
const office = [{ start: '06:30', end: '18:30', value: true }]
const week = (day: Schedule['weeklySchedule'][number]) => [day, day, day, day, day, [], []]

const calendars: Calendar[] = [
  { key: 'cal-1', objectInstance: 1, name: 'Holidays', dateList: [{ type: 'date', date: '*-12-25' }] },
]
const save = (schedule: object, more: object = {}) =>
  ScheduleSave.parse({ calendars, schedules: [{ name: 'Office', ...schedule }], ...more })
const running = (schedule: object, timeZone = toronto): ResolutionInput => {
  const document = completeDocument(save(schedule))
  const [first] = document.schedules
  if (!first) throw new Error('one schedule was entered')
  return { schedule: first, calendars: document.calendars, timeZone }
}
const at = (text: string) => Date.parse(text)

describe('times of day', () => {
  it.each([
    ['00:00', 0],
    ['06:30', 23_400],
    ['23:59:59', 86_399],
    ['24:00', null],
    ['6:30', null],
    ['12:60', null],
    ['noon', null],
  ])('%s is %s s after midnight', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds)
  })

  it('end at 24:00, and nowhere else', () => {
    expect(secondsOf('24:00', { isEnd: true })).toBe(86_400)
    expect(secondsOf('24:01', { isEnd: true })).toBeNull()
  })
})

describe('intervals and transitions', () => {
  it('are the same said twice: what ends is handed back unless the next begins at once', () => {
    const intervals = [
      { start: '06:00', end: '08:00', value: 18 },
      { start: '08:00', end: '17:00', value: 21 },
      { start: '20:00', end: '24:00', value: 16 },
    ]
    expect(transitionsOf(intervals)).toEqual([
      { time: 21_600, value: 18 },
      { time: 28_800, value: 21 },
      { time: 61_200, value: null },
      { time: 72_000, value: 16 },
    ])
    expect(intervalsOf(transitionsOf(intervals))).toEqual(intervals)
  })
})

describe('days', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['26-01-01', false],
  ])('%s is a day: %s', (text, real) => {
    expect(isRealDate(text)).toBe(real)
  })

  it.each([
    ['*-12-25', true],
    ['*-02-29', true],
    ['*-02-30', false],
    ['2026-*-31', true],
    ['*-*-*', true],
    ['2026-02-29', false],
    ['*-1-1', false],
  ])('%s may be entered for a day: %s', (text, entered) => {
    expect(isDatePattern(text)).toBe(entered)
  })

  it.each([
    [{ type: 'date', date: '*-12-25' }, '2030-12-25', true],
    [{ type: 'dateRange', start: '2026-12-24', end: '2027-01-02' }, '2027-01-02', true],
    [{ type: 'dateRange', start: '2026-12-24', end: '2027-01-02' }, '2027-01-03', false],
    [{ type: 'dateRange', start: null, end: '2026-01-01' }, '1999-01-01', true],
    [{ type: 'weekNDay', month: 9, week: 1, dayOfWeek: 1 }, '2026-09-07', true],
    [{ type: 'weekNDay', month: 9, week: 1, dayOfWeek: 1 }, '2026-09-14', false],
    [{ type: 'weekNDay', month: 'any', week: 'last', dayOfWeek: 5 }, '2026-03-27', true],
    [{ type: 'weekNDay', month: 'any', week: 'last', dayOfWeek: 5 }, '2026-03-20', false],
    [{ type: 'weekNDay', month: 'even', week: 'any', dayOfWeek: 'any' }, '2026-02-11', true],
    [{ type: 'weekNDay', month: 'odd', week: 'any', dayOfWeek: 'any' }, '2026-02-11', false],
    [{ type: 'calendarReference', calendarKey: 'cal-1' }, '2026-12-25', true],
    [{ type: 'calendarReference', calendarKey: 'gone' }, '2026-12-25', false],
  ] as const)('%j means %s: %s', (period, date, means) => {
    expect(matchesDay(period, date, calendars)).toBe(means)
  })
})

describe('what a schedule says', () => {
  it('follows the week from a start, which counts, to an end, which does not', () => {
    const schedule = running({ weeklySchedule: week(office) })
    expect(scheduleValueAt(schedule, at('2026-03-09T10:29:59Z'))).toBe(false)
    expect(scheduleValueAt(schedule, at('2026-03-09T10:30:00Z'))).toBe(true)
    expect(scheduleValueAt(schedule, at('2026-03-09T22:29:59Z'))).toBe(true)
    expect(scheduleValueAt(schedule, at('2026-03-09T22:30:00Z'))).toBe(false)
    expect(scheduleValueAt(schedule, at('2026-03-14T16:00:00Z'))).toBe(false)
  })

  it('is the default outside its effective period, and out of service', () => {
    const period = { start: '2026-03-10', end: '2026-03-11' }
    const schedule = running({ weeklySchedule: week(office), effectivePeriod: period })
    const values = ['09', '10', '11', '12'].map((day) => scheduleValueAt(schedule, at(`2026-03-${day}T16:00:00Z`)))
    expect(values).toEqual([false, true, true, false])
    expect(isScheduleActive(schedule, at('2026-03-12T04:30:00Z'))).toBe(false)
    expect(
      scheduleValueAt(running({ weeklySchedule: week(office), outOfService: true }), at('2026-03-10T16:00:00Z')),
    ).toBe(false)
  })

  it('lets the strongest exception speak, ties by order, and each that says nothing give way', () => {
    const day = { type: 'date', date: '2026-05-09' }
    const exception = (eventPriority: number, value: unknown, start: string, end: string) => ({
      eventPriority,
      period: day,
      intervals: [{ start, end, value }],
    })
    const schedule = running({
      valueType: 'number',
      scheduleDefault: 10,
      weeklySchedule: Array.from({ length: 7 }, () => [{ start: '00:00', end: '20:00', value: 20 }]),
      exceptionSchedule: [
        exception(9, 1, '08:00', '12:00'),
        exception(5, 2, '10:00', '11:00'),
        exception(9, 3, '09:00', '14:00'),
        exception(4, null, '00:00', '24:00'),
      ],
    })
    const says = (hour: string) => scheduleValueAt(schedule, at(`2026-05-09T${hour}:30:00-04:00`))
    expect(['07', '08', '10', '11', '13', '15', '21'].map(says)).toEqual([20, 1, 2, 1, 3, 20, 10])
    expect(scheduleValueAt(schedule, at('2026-05-10T10:30:00-04:00'))).toBe(20)
  })

  it('closes the whole day by an exception without intervals, also on the days of a calendar', () => {
    const closed = { period: { type: 'calendarReference', calendarKey: 'cal-1' }, intervals: [] }
    const schedule = running({ weeklySchedule: Array(7).fill(office), exceptionSchedule: [closed] })
    expect(scheduleValueAt(schedule, at('2026-12-24T12:00:00-05:00'))).toBe(true)
    expect(scheduleValueAt(schedule, at('2026-12-25T12:00:00-05:00'))).toBe(false)
  })

  it('knows the next change, over a weekend, over a holiday, and when there is none', () => {
    const closed = { period: { type: 'date', date: '2026-03-16' }, intervals: [] }
    const schedule = running({ weeklySchedule: week(office), exceptionSchedule: [closed] })
    const next = (text: string) => {
      const found = nextTransition(schedule, at(text))
      return found && [new Date(found.at).toISOString(), found.value]
    }
    expect(next('2026-03-09T12:00:00Z')).toEqual(['2026-03-09T22:30:00.000Z', false])
    expect(next('2026-03-13T23:00:00Z')).toEqual(['2026-03-17T10:30:00.000Z', true])
    expect(nextTransition(running({}), at('2026-03-09T12:00:00Z'))).toBeNull()
    expect(
      nextTransition(
        running({ weeklySchedule: Array(7).fill([{ start: '00:00', end: '24:00', value: true }]) }),
        at('2026-03-09T12:00:00Z'),
      ),
    ).toBeNull()
  })
})

describe('where clocks change', () => {
  const shifted = running({
    weeklySchedule: Array(7).fill([
      { start: '01:30', end: '02:30', value: true },
      { start: '02:40', end: '02:50', value: true },
    ]),
  })
  const says = (text: string) => scheduleValueAt(shifted, at(text))

  it('a time that is left out in spring comes with the end of the gap', () => {
    expect(localTimeAt(at('2026-03-08T06:59:59Z'), toronto)).toEqual({ date: '2026-03-08', seconds: 7_199 })
    expect(localTimeAt(at('2026-03-08T07:00:00Z'), toronto)).toEqual({ date: '2026-03-08', seconds: 10_800 })
    expect(instantOf({ date: '2026-03-08', seconds: 9_000 }, toronto)).toBe(at('2026-03-08T07:00:00Z'))
    expect([says('2026-03-08T06:59:59Z'), says('2026-03-08T07:00:00Z')]).toEqual([true, false])
    expect(nextTransition(shifted, at('2026-03-08T06:45:00Z'))).toEqual({
      at: at('2026-03-08T07:00:00Z'),
      value: false,
    })
    expect(nextTransition(shifted, at('2026-03-08T07:00:00Z'))?.at).toBe(at('2026-03-09T05:30:00Z'))
  })

  it('an hour that comes twice in autumn counts the first time only', () => {
    const early = running({ weeklySchedule: Array(7).fill([{ start: '01:15', end: '01:45', value: true }]) })
    const passes = ['05:10', '05:20', '05:50', '06:10', '06:20', '06:50', '07:20'].map((time) =>
      scheduleValueAt(early, at(`2026-11-01T${time}:00Z`)),
    )
    expect(passes).toEqual([false, true, false, false, false, false, false])
    const long = running({ weeklySchedule: Array(7).fill([{ start: '01:30', end: '03:00', value: true }]) })
    expect(
      ['05:20', '05:40', '06:10', '06:59', '07:30', '08:00'].map((time) =>
        scheduleValueAt(long, at(`2026-11-01T${time}:00Z`)),
      ),
    ).toEqual([false, true, true, true, true, false])
    expect(instantOf({ date: '2026-11-01', seconds: 5_400 }, toronto)).toBe(at('2026-11-01T05:30:00Z'))
    expect(nextTransition(early, at('2026-11-01T05:50:00Z'))?.at).toBe(at('2026-11-02T06:15:00Z'))
  })

  it('the same on the other side of the earth, by half an hour', () => {
    const zone = 'Australia/Lord_Howe'
    expect(instantOf({ date: '2026-10-04', seconds: 2.25 * 3600 }, zone)).toBe(at('2026-10-03T15:30:00Z'))
    expect(localTimeAt(at('2026-04-04T15:10:00Z'), zone)).toEqual({ date: '2026-04-05', seconds: 7_199 })
  })

  it('every instant of a year is shown, and what is shown leads back to it or to the first pass', () => {
    for (const zone of [toronto, 'Europe/Paris', 'Asia/Kolkata', 'Pacific/Auckland']) {
      for (let instant = at('2026-01-01T00:00:00Z'); instant < at('2027-01-01T00:00:00Z'); instant += 7_777_000) {
        const back = instantOf(localTimeAt(instant, zone), zone)
        expect(instant - back === 0 || (instant > back && instant - back <= 3_600_000)).toBe(true)
      }
    }
  })
})

describe('what may be saved', () => {
  const problemsOf = (schedule: object, more: object = {}) =>
    checkDocument(completeDocument(save(schedule, more)), () => true).problems
  const day = (...intervals: object[]) => ({ weeklySchedule: [intervals, [], [], [], [], [], []] })

  it('accepts what is right, touching intervals and a whole day included', () => {
    expect(
      problemsOf({
        ...day({ start: '00:00', end: '08:00', value: true }, { start: '08:00', end: '24:00', value: false }),
        effectivePeriod: { start: '2026-01-01', end: '2036-01-01' },
        exceptionSchedule: [
          { period: { type: 'calendarReference', calendarKey: 'cal-1' } },
          { period: { type: 'date', date: '2026-05-09' }, intervals: [{ start: '09:00', end: '17:00', value: null }] },
        ],
        listOfObjectPropertyReferences: [{ objectType: 'binaryValue', objectInstance: 3 }],
      }),
    ).toEqual({})
  })

  const first = 'schedules.0.weeklySchedule.0'
  it.each([
    ['no time', day({ start: '25:00', end: '08:00', value: true }), { [`${first}.0.start`]: 'errors.schedule.time' }],
    [
      '24:00 as a start',
      day({ start: '24:00', end: '24:00', value: true }),
      { [`${first}.0.start`]: 'errors.schedule.time' },
    ],
    [
      'a night shift in one',
      day({ start: '22:00', end: '06:00', value: true }),
      { [`${first}.0.end`]: ['errors.schedule.order', 'errors.schedule.midnight'] },
    ],
    [
      'an overlap, naming both',
      day({ start: '06:00', end: '12:00', value: true }, { start: '11:00', end: '13:00', value: true }),
      { [`${first}.0`]: 'errors.schedule.overlap', [`${first}.1`]: 'errors.schedule.overlap' },
    ],
    [
      'eleven intervals a day',
      day(
        ...Array.from({ length: 11 }, (_, index) => ({
          start: `${10 + index}:00`,
          end: `${10 + index}:30`,
          value: true,
        })),
      ),
      { [first]: 'errors.schedule.tooMany' },
    ],
    [
      'a value of another type',
      day({ start: '06:00', end: '12:00', value: 1 }),
      { [`${first}.0.value`]: 'errors.schedule.value' },
    ],
    [
      'a week of six days',
      { weeklySchedule: [[], [], [], [], [], []] },
      { 'schedules.0.weeklySchedule': 'errors.schedule.days' },
    ],
    [
      'a period that ends before it starts',
      { effectivePeriod: { start: '2026-02-01', end: '2026-01-01' } },
      { 'schedules.0.effectivePeriod.end': 'errors.schedule.period' },
    ],
    [
      'a period of more than ten years',
      { effectivePeriod: { start: '2026-01-01', end: '2036-01-02' } },
      { 'schedules.0.effectivePeriod.end': 'errors.schedule.period' },
    ],
    [
      'a day that does not exist',
      { exceptionSchedule: [{ period: { type: 'date', date: '2026-02-30' } }] },
      { 'schedules.0.exceptionSchedule.0.period.date': 'errors.schedule.date' },
    ],
    [
      'a range the wrong way round',
      { exceptionSchedule: [{ period: { type: 'dateRange', start: '2026-03-02', end: '2026-03-01' } }] },
      { 'schedules.0.exceptionSchedule.0.period.end': 'errors.schedule.date' },
    ],
    [
      'a calendar that is not there',
      { exceptionSchedule: [{ period: { type: 'calendarReference', calendarKey: 'gone' } }] },
      { 'schedules.0.exceptionSchedule.0.period.calendarKey': 'errors.schedule.calendar' },
    ],
    [
      'priorities outside 1 to 16',
      { priorityForWriting: 17, exceptionSchedule: [{ eventPriority: 0, period: { type: 'date', date: '*-01-01' } }] },
      {
        'schedules.0.priorityForWriting': 'errors.schedule.priority',
        'schedules.0.exceptionSchedule.0.eventPriority': 'errors.schedule.priority',
      },
    ],
    [
      'a target of another kind',
      { listOfObjectPropertyReferences: [{ objectType: 'analogInput', objectInstance: 1 }] },
      { 'schedules.0.listOfObjectPropertyReferences.0': 'errors.schedule.target' },
    ],
    ['no name', { name: '' }, { 'schedules.0.name': 'errors.schedule.name' }],
    [
      'an enum without states',
      { valueType: 'enum', scheduleDefault: 1 },
      { 'schedules.0.scheduleDefault': 'errors.schedule.value', 'schedules.0.facets': 'errors.schedule.facets' },
    ],
    [
      'a number outside its bounds',
      { valueType: 'number', facets: { min: 10, max: 30 }, ...day({ start: '06:00', end: '12:00', value: 31 }) },
      { [`${first}.0.value`]: 'errors.schedule.value' },
    ],
  ])('refuses %s', (_, schedule, problems) => {
    expect(problemsOf(schedule)).toEqual(problems)
  })

  it('fills in what may be left out, and warns of a priority that operators cannot override', () => {
    const document = completeDocument(
      ScheduleSave.parse({
        schedules: [
          { name: 'A', key: 'sch-1' },
          { name: 'B', priorityForWriting: 8 },
        ],
      }),
    )
    expect(document.schedules).toMatchObject([
      { key: 'sch-1', objectInstance: 1, valueType: 'boolean', scheduleDefault: false, priorityForWriting: 15 },
      { key: 'sch-2', objectInstance: 2, facets: { trueText: 'Occupied', falseText: 'Unoccupied' } },
    ])
    expect(document.schedules[0]?.weeklySchedule).toHaveLength(7)
    expect(checkDocument(document, () => true).warnings).toEqual([
      { field: 'schedules.1.priorityForWriting', key: 'errors.schedule.overridesOperators' },
    ])
  })

  it('wants keys and object instances once in a document', () => {
    const twice = {
      schedules: [
        { name: 'A', key: 'a', objectInstance: 3 },
        { name: 'B', key: 'a', objectInstance: 3 },
      ],
    }
    expect(problemsOf({}, twice)).toEqual({
      'schedules.1.key': 'errors.schedule.key',
      'schedules.1.objectInstance': 'errors.schedule.instance',
    })
  })
})
