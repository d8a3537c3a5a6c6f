/** Calendars and schedules: `BACnetCalendarEntry`, `BACnetSpecialEvent`, `BACnetDailySchedule` and their parts. */
import { DamagedFrame } from '../octets'
import { application, type Codec, choice, context, type Decoded, enclosed, sequence, series } from './codec'
import { dateType, objectIdType, octetStringType, type PrimitiveType, timeType, unsignedType } from './primitives'
import { primitive } from './values'

export const dateTime = sequence({ date: application(dateType), time: application(timeType) })
export type BacnetDateTime = Decoded<typeof dateTime>

export const dateRange = sequence({ start: application(dateType), end: application(dateType) })

/** A day by its place in the month and its name; null stands for "any". Week 6 is the last seven days of a month. */
export interface WeekAndDay {
  month: number | null
  week: number | null
  weekday: number | null
}

const weekAndDayType: PrimitiveType<WeekAndDay> = {
  tag: octetStringType.tag,
  decode(content) {
    const [month, week, weekday] = content
    if (content.length !== 3) throw new DamagedFrame('a week and day without three octets')
    const orAny = (octet: number | undefined) => (octet === undefined || octet === 255 ? null : octet)
    return { month: orAny(month), week: orAny(week), weekday: orAny(weekday) }
  },
  encode: ({ month, week, weekday }) => Uint8Array.of(month ?? 255, week ?? 255, weekday ?? 255),
}

export const calendarEntry = choice({
  date: context(0, dateType),
  dateRange: enclosed(1, dateRange),
  weekAndDay: context(2, weekAndDayType),
})

/** At this time of the day, the schedule writes this value; null releases it. */
export const timeAndValue = sequence({ time: application(timeType), value: primitive })

export const dailySchedule = enclosed(0, series(timeAndValue))

export const specialEvent = sequence({
  period: choice({ calendarEntry: enclosed(0, calendarEntry), calendarReference: context(1, objectIdType) }),
  timesAndValues: enclosed(2, series(timeAndValue)),
  priority: context(3, unsignedType),
})
export type SpecialEvent = Decoded<typeof specialEvent>

export const timeStamp = choice({
  time: context(0, timeType),
  sequenceNumber: context(1, unsignedType),
  dateTime: enclosed(2, dateTime),
}) satisfies Codec<unknown>
export type TimeStamp = Decoded<typeof timeStamp>
