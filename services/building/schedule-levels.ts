/** What the schedules of a controller write into the priority arrays of its points (domain §3.1, BACnet clause 12.24). */
import { LRUCache } from 'lru-cache'
import type { Calendar, Schedule, ScheduleTarget, ScheduleValue } from '../contracts/schedules'
import type { World } from '../kit/world'
import { sayingsOn } from '../operations/schedules/resolution'

/** A document from the moment it ran to the moment another one did, ms. */
export interface Run {
  from: number
  until: number
  schedules: readonly Schedule[]
  calendars: readonly Calendar[]
}

interface Row {
  from_at: number
  calendars: string
  schedules: string
}

const parsed = new LRUCache<string, object>({ max: 200 })
function parse<Parsed extends object>(text: string): Parsed {
  const known = parsed.get(text) ?? (JSON.parse(text) as object)
  parsed.set(text, known)
  return known as Parsed
}

/** What a controller ran until a moment, the oldest first. */
export function runsOf({ store }: World, deviceId: string, before: number): Run[] {
  const rows = store.all<Row>(
    'SELECT from_at, calendars, schedules FROM schedule_run WHERE device_id = ? AND from_at < ? ORDER BY from_at',
    deviceId,
    before,
  )
  if (rows.length === 0) {
    rows.push(
      ...store.all<Row>('SELECT 0 AS from_at, calendars, schedules FROM host_schedule WHERE device_id = ?', deviceId),
    )
  }
  return rows.map((row, index) => ({
    from: row.from_at,
    until: rows[index + 1]?.from_at ?? Number.POSITIVE_INFINITY,
    schedules: parse<Schedule[]>(row.schedules),
    calendars: parse<Calendar[]>(row.calendars),
  }))
}

type Sayings = readonly { seconds: number; value: ScheduleValue }[]
const said = new WeakMap<Schedule, Map<string, Sayings>>()

/** What a schedule says over a day; the same list each time. */
export function sayingsOf({ calendars }: Run, schedule: Schedule, date: string): Sayings {
  const days = said.get(schedule) ?? new Map<string, Sayings>()
  said.set(schedule, days)
  const known = days.get(date) ?? sayingsOn({ schedule, calendars, timeZone: 'UTC' }, date)
  if (days.size > 100) days.clear()
  days.set(date, known)
  return known
}

interface Target {
  id: string
  object_type: string
  object_instance: number
}

/** Whether a reference means a point of the same controller. */
export const isMeant = ({ pointId, objectType, objectInstance }: ScheduleTarget, point: Target): boolean =>
  pointId ? pointId === point.id : objectType === point.object_type && objectInstance === point.object_instance
