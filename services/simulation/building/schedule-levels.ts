/** What the schedules of a controller write to the priority arrays of its points (domain §3.1, BACnet clause 12.24). */
import { LRUCache } from 'lru-cache'
import { addDays } from '../../contracts/schedule-days'
import type { Calendar, Schedule, ScheduleTarget, ScheduleValue } from '../../contracts/schedules'
import { type LocalDay, localDayOf } from '../../kit/local-days'
import { instantOf } from '../../kit/local-time'
import type { ReadById } from '../../kit/read-memory'
import type { World } from '../../kit/world'
import type { ScheduleContent } from '../../link/port'
import { scheduledValuesOn } from '../../operations/schedules/resolution'
import { weakestLevel } from '../../site/points/priority-array'

/** A schedule document for the time it ran, ms. */
export interface ScheduleRun {
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

type Document = Pick<ScheduleRun, 'schedules' | 'calendars'>
const parsed = new LRUCache<string, Document>({ max: 200 })
const parsedRows = new WeakMap<Row, Document>()

/** Returns the same objects for the same document as a whole: the values of a schedule depend on its calendars too. */
function parse(row: Row): Document {
  const known = parsedRows.get(row)
  if (known) return known
  const { schedules, calendars } = row
  const text = JSON.stringify([schedules, calendars])
  const cached = parsed.get(text) ?? {
    schedules: JSON.parse(schedules) as Schedule[],
    calendars: JSON.parse(calendars) as Calendar[],
  }
  parsed.set(text, cached)
  parsedRows.set(row, cached)
  return cached
}

const runs = (condition: string) =>
  `SELECT device_id, from_at, calendars, schedules FROM schedule_run WHERE device_id ${condition} ORDER BY from_at`
const saved = (condition: string) =>
  `SELECT device_id, 0 AS from_at, calendars, schedules FROM host_schedule WHERE device_id ${condition}`
const ofList = 'IN (SELECT value FROM json_each(?))'
/** Reads the schedules that a controller ran. */
export const runsRead: ReadById = { one: runs('= ?'), many: runs(ofList), column: 'device_id' }
/** Reads the schedules that are saved for a controller. */
export const savedRead: ReadById = { one: saved('= ?'), many: saved(ofList), column: 'device_id' }

/** Returns the documents a controller ran before a moment, oldest first. */
export function scheduleRunsOf({ store }: Pick<World, 'store'>, deviceId: string, before: number): ScheduleRun[] {
  const ran = store.all<Row>(runsRead.one, deviceId).filter(({ from_at }) => from_at < before)
  const rows = ran.length > 0 ? ran : store.all<Row>(savedRead.one, deviceId)
  return rows.map((row, index) => ({
    from: row.from_at,
    until: rows[index + 1]?.from_at ?? Number.POSITIVE_INFINITY,
    ...parse(row),
  }))
}

/** Records that a controller runs schedules from now on; before the first of them it ran what was saved for it, or nothing. */
export function beginScheduleRun({ store, clock }: World, deviceId: string, content: ScheduleContent): void {
  const isFirst = !store.get('SELECT 1 FROM schedule_run WHERE device_id = ? LIMIT 1', deviceId)
  const begin = (at: number, { calendars, schedules }: ScheduleContent) =>
    store.run(
      'INSERT OR REPLACE INTO schedule_run (device_id, from_at, calendars, schedules) VALUES (?,?,?,?)',
      ...[deviceId, at, JSON.stringify(calendars), JSON.stringify(schedules)],
    )
  if (isFirst) begin(0, scheduleRunsOf({ store }, deviceId, 1)[0] ?? { calendars: [], schedules: [] })
  begin(clock.now(), content)
}

/** A value that a schedule writes to its targets for a time, ms; null relinquishes its level. */
export interface ScheduledStretch {
  from: number
  until: number
  value: ScheduleValue
  /** When the value was written: a schedule writes when its value changes and when it begins to run. */
  writtenAt: number
}

/** How far back the last write of a schedule is searched, in days. */
const maxDaysBack = 400

/**
 * Returns the values of a schedule over a local day; none outside its effective period or out of service (clause
 * 12.24.6).
 */
export function stretchesOn(run: ScheduleRun, schedule: Schedule, day: LocalDay, timeZone: string): ScheduledStretch[] {
  const values = scheduledValuesOf(run, schedule, day.date)
  if (values.length === 0 || day.end <= run.from || day.start >= run.until) return []
  const isUsual = day.end - day.start === 86_400_000
  const momentOf = (seconds: number) =>
    isUsual ? day.start + seconds * 1000 : instantOf({ date: day.date, seconds }, timeZone)
  let last = lastWriteBefore(run, schedule, day.date, timeZone)
  return values
    .map(({ seconds, value }, index): ScheduledStretch => {
      const from = momentOf(seconds)
      if (last?.value !== value) last = { value, at: from }
      const next = values[index + 1]
      return { from, until: next ? momentOf(next.seconds) : day.end, value, writtenAt: Math.max(last.at, run.from) }
    })
    .map((stretch) => ({
      ...stretch,
      from: Math.max(stretch.from, run.from),
      until: Math.min(stretch.until, run.until),
    }))
    .filter(({ from, until }) => from < until)
}

interface Write {
  value: ScheduleValue
  at: number
}

type Writes = Map<string, Write | undefined>
const lastWrites = new WeakMap<Schedule, Writes>()

const keyOf = (date: string, timeZone: string) => `${date} ${timeZone}`

/** Returns the value of a schedule at the end of the day before and since when; undefined without one. */
function lastWriteBefore(run: ScheduleRun, schedule: Schedule, date: string, timeZone: string): Write | undefined {
  const cache: Writes = lastWrites.get(schedule) ?? new Map()
  lastWrites.set(schedule, cache)
  const key = keyOf(date, timeZone)
  if (cache.has(key)) return cache.get(key)
  const write = findLastWrite(run, schedule, { date, timeZone, cache })
  if (cache.size > 100) cache.clear()
  cache.set(key, write)
  return write
}

/**
 * `cache` has the results of other days, so that an unchanging schedule read day after day is not searched each time.
 */
function findLastWrite(
  run: ScheduleRun,
  schedule: Schedule,
  { date, timeZone, cache }: { date: string; timeZone: string; cache: Writes },
): Write | undefined {
  const value = scheduledValuesOf(run, schedule, addDays(date, -1)).at(-1)?.value
  if (value === undefined) return undefined
  for (let daysBack = 1; daysBack <= maxDaysBack; daysBack += 1) {
    const day = addDays(date, -daysBack)
    const values = scheduledValuesOf(run, schedule, day)
    const at: number = values.findLastIndex((one) => one.value !== value) + 1
    if (at < values.length && (at > 0 || scheduledValuesOf(run, schedule, addDays(day, -1)).at(-1)?.value !== value))
      return { value, at: instantOf({ date: day, seconds: values[at]?.seconds ?? 0 }, timeZone) }
    const before: Write | undefined = at === 0 ? cache.get(keyOf(day, timeZone)) : undefined
    if (before?.value === value) return before
  }
  return { value, at: Number.NEGATIVE_INFINITY }
}

/**
 * Returns when a schedule first wrote to the weakest level of a point between `after` and `before`; undefined when none
 * did.
 */
export function firstWriteAfter(
  world: World,
  point: TargetPoint & { device_id: string },
  { after, before, timeZone }: { after: number; before: number; timeZone: string },
): number | undefined {
  const runs = scheduleRunsOf(world, point.device_id, before).flatMap((run) =>
    run.schedules.flatMap((schedule) =>
      schedule.priorityForWriting === weakestLevel && writesTo(schedule, point) ? [{ run, schedule }] : [],
    ),
  )
  const writes = runs.flatMap((one) => firstWriteOf(one, { after, before, timeZone }) ?? [])
  return writes.length > 0 ? Math.min(...writes) : undefined
}

/** By search, the moment up to which a schedule has no write: those days are searched once. */
const searchedUntil = new WeakMap<Schedule, Map<string, number>>()

function firstWriteOf(
  { run, schedule }: { run: ScheduleRun; schedule: Schedule },
  { after, before, timeZone }: { after: number; before: number; timeZone: string },
): number | undefined {
  const cache = searchedUntil.get(schedule) ?? new Map<string, number>()
  searchedUntil.set(schedule, cache)
  const key = `${run.from} ${after} ${timeZone}`
  const begin = cache.get(key) ?? Math.max(after, run.from)
  for (
    let day = localDayOf(begin, timeZone);
    day.start < Math.min(before, run.until);
    day = localDayOf(day.end, timeZone)
  ) {
    const writes = stretchesOn(run, schedule, day, timeZone)
      .map(({ writtenAt }) => writtenAt)
      .filter((at) => at > after && at < before)
    if (writes.length > 0) return Math.min(...writes)
    if (day.end > before) break
    if (cache.size > 100) cache.clear()
    cache.set(key, day.end)
  }
  return undefined
}

type ScheduledValues = readonly { seconds: number; value: ScheduleValue }[]
const scheduledValueCache = new WeakMap<Schedule, Map<string, ScheduledValues>>()

/** Returns the value changes of a schedule over a day; the same list each time. */
export function scheduledValuesOf({ calendars }: ScheduleRun, schedule: Schedule, date: string): ScheduledValues {
  const days = scheduledValueCache.get(schedule) ?? new Map<string, ScheduledValues>()
  scheduledValueCache.set(schedule, days)
  const cached = days.get(date) ?? scheduledValuesOn({ schedule, calendars, timeZone: 'UTC' }, date)
  if (days.size > 100) days.clear()
  days.set(date, cached)
  return cached
}

export interface TargetPoint {
  id: string
  object_type: string
  object_instance: number
}

/**
 * Whether a reference matches a point of the same controller; one with a device instance refers to another controller.
 */
const refersTo = (
  { pointId, deviceInstance, objectType, objectInstance }: ScheduleTarget,
  point: TargetPoint,
): boolean =>
  deviceInstance == null &&
  (pointId ? pointId === point.id : objectType === point.object_type && objectInstance === point.object_instance)

/** Whether a schedule of the same controller writes to a point. */
export const writesTo = ({ listOfObjectPropertyReferences }: Schedule, point: TargetPoint): boolean =>
  listOfObjectPropertyReferences.some((target) => refersTo(target, point))
