/** The records of the trend logs of a served device, by ReadRange (clauses 12.25 and 15.8). */
import { decodeWhole, encodeWhole, series } from '../encoding/codec'
import { logRecord } from '../encoding/log-records'
import type { ObjectId } from '../encoding/primitives'
import { deviceObjectPropertyReference } from '../encoding/references'
import { type Primitive, primitive } from '../encoding/values'
import { dateTimeIn, momentIn } from '../encoding/zoned-date-time'
import { type ReadRangePlace, readRangeAck, readRangeRequest } from '../messages/reading'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import { errorOf, type ServedAnswer } from './answers'
import { type LogSource, type PropertyContent, type ServedLog, type ServedObject, unreadable } from './device-model'

interface LogReader {
  source: LogSource
  /** The zone of the clock of the device. */
  timeZone: string
  /** The largest reply, in octets. */
  maxOctets: number
}

/** Octets of a record, and of a reply beside its records. */
const recordOctets = 24
const overheadOctets = 64

/** Returns the object of a log. */
export function logObject({ instance, name, of, intervalMs, bufferSize, newest }: ServedLog): ServedObject {
  const value = (one: Primitive): PropertyContent => ({ value: encodeWhole(primitive, one) })
  const unsigned = (one: number) => value({ type: 'unsigned', value: one })
  const flag = (one: boolean) => value({ type: 'boolean', value: one })
  const reference = { object: of, property: properties.presentValue }
  return {
    ...{ type: objectTypes.trendLog, instance, name },
    properties: [
      ['enable', flag(true)],
      ['stopWhenFull', flag(false)],
      ['logDeviceObjectProperty', { value: encodeWhole(deviceObjectPropertyReference, reference) }],
      // In hundredths of a second.
      ['logInterval', unsigned(intervalMs / 10)],
      ['bufferSize', unsigned(bufferSize)],
      ['recordCount', unsigned(countOf({ newest, bufferSize }))],
      ['totalRecordCount', unsigned(newest)],
      ['logBuffer', unreadable],
      ['loggingType', value({ type: 'enumerated', value: 0 })],
      ['eventState', value({ type: 'enumerated', value: 0 })],
      ['statusFlags', value({ type: 'bitString', value: [false, false, false, false] })],
    ],
  }
}

const countOf = ({ newest, bufferSize }: Pick<ServedLog, 'newest' | 'bufferSize'>) => Math.min(newest, bufferSize)

/** Executes ReadRange. Throws `DamagedFrame` when the data is damaged. */
export function answerRange({ source, timeZone, maxOctets }: LogReader, data: Uint8Array): ServedAnswer {
  const { object, property, arrayIndex, range } = decodeWhole(readRangeRequest, data)
  const log = source.all().find((one) => isLog(object, one))
  if (!log) return errorOf('object', 'unknownObject')
  if (property !== properties.logBuffer) return errorOf('services', 'propertyIsNotAList')
  if (arrayIndex !== undefined) return errorOf('property', 'propertyIsNotAnArray')
  const count = countOf(log)
  const oldest = log.newest - count + 1
  const wanted = numbersOf(log, range, timeZone)
  if (!wanted) return errorOf('services', 'parameterOutOfRange')
  const maxItems = Math.max(1, Math.floor((maxOctets - overheadOctets) / recordOctets))
  const from = Math.max(wanted.from, oldest)
  const to = Math.min(wanted.to, log.newest)
  const length = Math.max(0, to - from + 1)
  const first = wanted.isBackward ? Math.max(from, to - maxItems + 1) : from
  const items = length === 0 ? [] : source.records(log, first, Math.min(length, maxItems))
  const records = items.map(({ at, value }) => ({
    timestamp: dateTimeIn(timeZone, at),
    datum: value === null ? ({ kind: 'failure', value: unknownValue } as const) : ({ kind: 'real', value } as const),
    statusFlags: [false, value === null, false, false],
  }))
  const last = first + items.length - 1
  return {
    kind: 'data',
    data: encodeWhole(readRangeAck, {
      ...{ object, property, itemCount: items.length },
      resultFlags: [
        items.length > 0 && first === oldest,
        items.length > 0 && last === log.newest,
        items.length < length,
      ],
      items: encodeWhole(series(logRecord), records),
      ...(items.length > 0 && range?.kind !== 'byPosition' && range !== undefined && { firstSequenceNumber: first }),
    }),
  }
}

const isLog = ({ type, instance }: ObjectId, log: ServedLog) =>
  type === objectTypes.trendLog && instance === log.instance

/** Device: operational problem. */
const unknownValue = { errorClass: 0, errorCode: 25 }

interface WantedRecords {
  from: number
  to: number
  /** Whether those at the end are wanted first. */
  isBackward: boolean
}

/** Returns the numbers of the records that a range names; undefined for one that names none. */
function numbersOf(log: ServedLog, range: ReadRangePlace | undefined, timeZone: string): WantedRecords | undefined {
  const { newest } = log
  const oldest = newest - countOf(log) + 1
  if (!range) return { from: oldest, to: newest, isBackward: false }
  const { count } = range.value
  if (count === 0) return undefined
  const isBackward = count < 0
  const around = (number: number) =>
    isBackward
      ? { from: number + count + 1, to: number, isBackward }
      : { from: number, to: number + count - 1, isBackward }
  switch (range.kind) {
    case 'byPosition':
      return isKnown(oldest + range.value.index - 1, log) ? around(oldest + range.value.index - 1) : nothing
    case 'bySequenceNumber':
      return isKnown(range.value.sequenceNumber, log) ? around(range.value.sequenceNumber) : nothing
    case 'byTime': {
      const at = momentIn(timeZone, range.value.time)
      if (at === null) return undefined
      const after = Math.floor((at - log.startedAt) / log.intervalMs) + 1
      const isOnRecord = (at - log.startedAt) % log.intervalMs === 0
      if (!isBackward) return around(Math.max(after, oldest))
      return around(Math.min(isOnRecord ? after - 2 : after - 1, newest))
    }
  }
}

const nothing: WantedRecords = { from: 1, to: 0, isBackward: false }
const isKnown = (number: number, log: ServedLog) => number <= log.newest && number > log.newest - countOf(log)
