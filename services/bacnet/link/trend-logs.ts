/**
 * The trend logs of a device: which of its objects each one records, and its records by ReadRange (clause 15.8), page by
 * page. Where the last page ended is all that has to be remembered.
 */
import type { Value } from '../../contracts/points'
import type { LogReading, TrendLog, TrendPage, TrendRequest } from '../../link/port'
import type { RangeReading, RemoteDevice } from '../client/remote-device'
import { type BacnetDateTime, dateTime } from '../encoding/calendar'
import { encodeWhole } from '../encoding/codec'
import type { ObjectId } from '../encoding/primitives'
import type { PropertyValue } from '../encoding/property-values'
import type { Primitive } from '../encoding/values'
import { dateTimeIn, momentIn } from '../encoding/zoned-date-time'
import type { ReadRangePlace } from '../messages/reading'
import { objectTypes } from '../object-types'
import { toHex } from '../octets'
import { properties } from '../property-ids'
import { isRequestFailure, isUnanswered, RequestFailure } from '../refusals'
import { valueIn } from './array-reading'
import { listObjects } from './inventory'
import { numberOf, pointObjectOf, primitiveOf, textOf } from './point-objects'

const logTypes: ReadonlyMap<number, TrendLog['objectType']> = new Map([
  [objectTypes.trendLog, 'trendLog'],
  [objectTypes.trendLogMultiple, 'trendLogMultiple'],
])

/** Records that are requested at once; a device returns as many as fit. */
const recordsAtOnce = 200
/** Numbers of records count from 1 to this one, and then from 1 again. */
const maxSequence = 2 ** 32 - 1
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Returns the logs that record the values of points of the same device, one for each point. */
export async function listTrendLogs(device: RemoteDevice, instance: number): Promise<TrendLog[]> {
  const logs = (await listObjects(device, instance)).filter(({ type }) => logTypes.has(type))
  const names = ['objectName', 'logDeviceObjectProperty'] as const
  const results = await device.readProperties(
    logs.flatMap((object) => names.map((name) => ({ object, property: properties[name] }))),
  )
  const found: TrendLog[] = []
  for (const [at, { type, instance: objectInstance }] of logs.entries()) {
    const [name, logged] = results.slice(at * names.length).map(valueIn)
    const objectType = logTypes.get(type)
    if (!objectType || logged?.kind !== 'logDeviceObjectProperty') continue
    for (const [member, { device: owner, object, property, arrayIndex }] of logged.values.entries()) {
      const isOwn = !owner || (owner.type === objectTypes.device && owner.instance === instance)
      const point = pointObjectOf(object.type)
      if (!isOwn || !point || property !== properties.presentValue || arrayIndex !== undefined) continue
      found.push({
        ...{ objectType, objectInstance, member },
        name: textOf(name) || `${objectType} ${objectInstance}`,
        of: { objectType: point.objectType, objectInstance: object.instance },
      })
    }
  }
  return found
}

interface LogContext {
  device: RemoteDevice
  instance: number
  /** The zone of the device's clock. */
  timeZone: string
  /** The moment, ms. */
  now: number
  /** Returns a value of the log as the console has it. */
  toValue(value: Primitive): Value | null
}

/** Where a page ended: the number of its last record, and the octets of its time stamp. */
interface LogPosition {
  number: number
  stamp: string
}

interface LogState {
  count: number
  /** The numbers of the newest and the oldest record. */
  newest: number
  oldest: number
  /** Zero where values are recorded when they change. */
  intervalMs: number
  isRunning: boolean
  /** By how much the clock of the device is ahead, ms; null when it does not say. */
  clockAheadMs: number | null
}

const distance = (from: number, to: number) => (((to - from) % maxSequence) + maxSequence) % maxSequence

/** Returns the records of a log after a position: one page, the oldest first. */
export async function readTrendPage(context: LogContext, request: Omit<TrendRequest, 'point'>): Promise<TrendPage> {
  const type = request.log.objectType === 'trendLog' ? objectTypes.trendLog : objectTypes.trendLogMultiple
  const log = { type, instance: request.log.objectInstance }
  const state = await readState(context, log)
  const before = request.position === null ? null : (JSON.parse(request.position) as LogPosition)
  const none = { readings: [], records: 0, missed: 0, until: 0, hasMore: false, clockAheadMs: state.clockAheadMs }
  if (state.count === 0) return { ...none, position: request.position }
  const range = await readFrom(context, { log, state, before, since: request.since })
  const { records, isOverlap } = range
  const last = records.at(-1)
  const newRecords = records.length - (isOverlap ? 1 : 0)
  if (!last || newRecords <= 0) return { ...none, position: request.position }
  const number = range.first + records.length - 1
  const end = number > maxSequence ? number - maxSequence : number
  const hasMore = distance(end, state.newest) > 0 && distance(end, state.newest) < state.count
  const intervalMs = Math.max(state.intervalMs, state.intervalMs > 0 ? usualIntervalOf(records) : 0)
  const readings = readingsOf(records, request.log.member, { ...context, clockAheadMs: state.clockAheadMs, intervalMs })
  const lastAt = readings.at(-1)?.at ?? 0
  const validMs = !state.isRunning || hasMore ? 0 : intervalMs > 0 ? 2 * intervalMs : Number.POSITIVE_INFINITY
  return {
    readings,
    records: newRecords,
    missed: range.missed,
    position: JSON.stringify({ number: end, stamp: stampOf(last) } satisfies LogPosition),
    hasMore,
    until: Math.min(context.now, lastAt + validMs),
    clockAheadMs: state.clockAheadMs,
  }
}

async function readState({ device, instance, timeZone, now }: LogContext, log: ObjectId): Promise<LogState> {
  const own = ['recordCount', 'totalRecordCount', 'bufferSize', 'logInterval', 'enable', 'stopWhenFull'] as const
  const clock = ['localDate', 'localTime'] as const
  const results = await device.readProperties([
    ...own.map((name) => ({ object: log, property: properties[name] })),
    ...clock.map((name) => ({ object: { type: objectTypes.device, instance }, property: properties[name] })),
  ])
  const [count, total, size, interval, enable, stop, date, time] = results.map((result) => {
    const value = valueIn(result)
    return value && primitiveOf(value)
  })
  const numberIn = (one: Primitive | undefined) => one && numberOf({ kind: 'primitives', values: [one] })
  const [records, newest] = [numberIn(count), numberIn(total)]
  if (records === undefined || newest === undefined)
    throw new RequestFailure({ kind: 'damagedAnswer', detail: 'a log that does not say how many records it has' })
  const isFull = stop?.type === 'boolean' && stop.value && records >= (numberIn(size) ?? Number.POSITIVE_INFINITY)
  const clockTime =
    date?.type === 'date' && time?.type === 'time' ? momentIn(timeZone, { date: date.value, time: time.value }) : null
  return {
    ...{ count: records, newest },
    oldest: records > newest ? newest - records + 1 + maxSequence : newest - records + 1,
    // In hundredths of a second (clause 12.25.10).
    intervalMs: (numberIn(interval) ?? 0) * 10,
    isRunning: !isFull && (enable?.type !== 'boolean' || enable.value),
    clockAheadMs: clockTime === null ? null : clockTime - now,
  }
}

/** A record of a log of one object or several. */
type StoredRecord = Extract<PropertyValue, { kind: 'logRecords' | 'logMultipleRecords' }>['values'][number]

interface RecordRange {
  /** The number of the first record. */
  first: number
  records: readonly StoredRecord[]
  /** Whether the first record was the last one of the page before. */
  isOverlap: boolean
  /** How many records were overwritten before they were read. */
  missed: number
}

interface LogStart {
  log: ObjectId
  state: LogState
  before: LogPosition | null
  /** Older records are not of interest, ms. */
  since: number
}

/** Reads on where the page before ended, or begins. */
async function readFrom(context: LogContext, { log, state, before, since }: LogStart): Promise<RecordRange> {
  if (!before) return readSince(context, { log, state, since })
  const ahead = distance(before.number, state.newest)
  if (ahead < state.count) {
    const range = await readByNumber(context.device, log, before.number, recordsAtOnce + 1)
    const [known] = range.records
    if (known && stampOf(known) === before.stamp) return { ...range, isOverlap: true }
  }
  // Overwritten; or the log was cleared and counts from 1 again, and what is read twice is stored once.
  const missed = ahead >= state.count && ahead < maxSequence / 2 ? ahead - state.count : 0
  return { ...(await readByNumber(context.device, log, state.oldest, recordsAtOnce)), missed }
}

/** Reads the first records after a moment; from the oldest where a device cannot find them by their time. */
async function readSince(
  { device, timeZone }: LogContext,
  { log, state, since }: Pick<LogStart, 'log' | 'state' | 'since'>,
): Promise<RecordRange> {
  const time = dateTimeIn(timeZone, since)
  try {
    const range = await read(device, log, { kind: 'byTime', value: { time, count: recordsAtOnce } })
    const { firstSequenceNumber: first } = range
    if (first !== undefined && range.itemCount > 0)
      return { first, records: recordsIn(range), isOverlap: false, missed: 0 }
  } catch (error) {
    if (!isRequestFailure(error) || isUnanswered(error.failure)) throw error
  }
  return readByNumber(device, log, state.oldest, recordsAtOnce)
}

async function readByNumber(device: RemoteDevice, log: ObjectId, sequenceNumber: number, count: number) {
  const range = await read(device, log, { kind: 'bySequenceNumber', value: { sequenceNumber, count } })
  const first = range.firstSequenceNumber ?? sequenceNumber
  return { first, records: first === sequenceNumber ? recordsIn(range) : [], isOverlap: false, missed: 0 }
}

const read = (device: RemoteDevice, log: ObjectId, place: ReadRangePlace) =>
  device.readRange({ object: log, property: properties.logBuffer }, place)

function recordsIn({ value }: RangeReading): readonly StoredRecord[] {
  if (value.kind === 'logRecords' || value.kind === 'logMultipleRecords') return value.values
  const detail = value.kind === 'octets' ? value.reason : 'no records'
  throw new RequestFailure({ kind: 'damagedAnswer', detail })
}

const stampOf = ({ timestamp }: StoredRecord) => toHex(encodeWhole(dateTime, timestamp))

interface ReadingContext extends LogContext {
  clockAheadMs: number | null
  intervalMs: number
}

/** Returns what records say of one value, in their order. */
function readingsOf(records: readonly StoredRecord[], member: number, context: ReadingContext): LogReading[] {
  const { timeZone, intervalMs } = context
  const moments = momentsOf(records, timeZone, aheadOf(context))
  const readings: LogReading[] = []
  const lose = (at: number) => readings.push({ at, value: null, quality: 'lost' })
  for (const [index, record] of records.entries()) {
    const at = moments[index]
    if (at === undefined || at === null) continue
    const last = readings.at(-1)
    const datum = datumOf(record, member)
    const status = datum?.kind === 'logStatus' ? datum.value : undefined
    const [isDisabled = false, isPurged = false, isInterrupted = false] = status ?? []
    const isBroken = isPurged || isInterrupted || (intervalMs > 0 && last && at - last.at > 3 * intervalMs)
    if (last && last.quality !== 'lost' && isBroken)
      lose(Math.min(at, last.at + Math.max(minuteMs, intervalMs > 0 ? 2 * intervalMs : 0)))
    if (isDisabled || isPurged || isInterrupted) lose(at)
    if (!datum || datum.kind === 'logStatus' || datum.kind === 'timeChange') continue
    const value = datum.kind === 'value' ? context.toValue(datum.value) : null
    const [, fault = false, , outOfService = false] = ('statusFlags' in record && record.statusFlags) || []
    readings.push({ at, value, quality: value === null ? 'lost' : fault || outOfService ? 'uncertain' : 'good' })
  }
  return readings
}

type Datum =
  | { kind: 'logStatus'; value: readonly boolean[] }
  | { kind: 'timeChange'; value: number }
  | { kind: 'value'; value: Primitive }
  | { kind: 'failure' }

/** Returns what a record has of one value; undefined where it has none. */
function datumOf(record: StoredRecord, member: number): Datum | undefined {
  const datum = 'data' in record ? record.data : record.datum
  if (datum.kind === 'logStatus' || datum.kind === 'timeChange') return datum
  const one = datum.kind === 'values' ? datum.value[member] : datum
  if (!one) return undefined
  if (one.kind === 'failure' || one.kind === 'other' || one.kind === 'null') return { kind: 'failure' }
  return { kind: 'value', value: { type: one.kind, value: one.value } as Primitive }
}

/** A clock that is off by less is not corrected: minutes are stored. */
const maxDriftMs = minuteMs

/** By how much the clock of the device was ahead, ms, as far as that matters. */
const aheadOf = ({ clockAheadMs }: ReadingContext) =>
  clockAheadMs !== null && Math.abs(clockAheadMs) >= maxDriftMs ? clockAheadMs : 0

/**
 * Returns the moments of records; null for a time stamp with open parts. The clock of the device is as far ahead as now,
 * before a change of its time in the page by as much less. Where a local hour occurs twice, their order decides.
 */
function momentsOf(records: readonly StoredRecord[], timeZone: string, aheadNow: number): (number | null)[] {
  let ahead = aheadNow
  const aheadAt = records.map(() => 0)
  for (let index = records.length - 1; index >= 0; index--) {
    aheadAt[index] = ahead
    const datum = datumOf(records[index] as StoredRecord, 0)
    if (datum?.kind === 'timeChange' && Math.abs(datum.value * 1_000) >= maxDriftMs) ahead -= datum.value * 1_000
  }
  let last = Number.NEGATIVE_INFINITY
  return records.map(({ timestamp }, index) => {
    const at = momentAfter(timeZone, timestamp, last)
    if (at === null) return null
    last = at
    return at - (aheadAt[index] ?? 0)
  })
}

function momentAfter(timeZone: string, stamp: BacnetDateTime, last: number): number | null {
  const at = momentIn(timeZone, stamp)
  if (at === null || at >= last) return at
  const again = at + hourMs
  const { hour, minute } = dateTimeIn(timeZone, again).time
  return again >= last && hour === stamp.time.hour && minute === stamp.time.minute ? again : at
}

/** Returns the time between most records, ms. */
function usualIntervalOf(records: readonly StoredRecord[]): number {
  const times = records.flatMap(({ timestamp }) => momentIn('UTC', timestamp) ?? [])
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return steps.sort((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0
}
