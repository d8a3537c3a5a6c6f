/** Requests that change a device: writing, changing lists, acknowledging and setting the time (clauses 15.1, 15.2, 15.9, 15.10, 13.5 and 16.7). */
import { dateTime, timeStamp } from '../encoding/calendar'
import { context, type Decoded, enclosed, optional, rawValues, sequence, series } from '../encoding/codec'
import { propertyAndValue } from '../encoding/notification-parameters'
import { characterStringType, enumeratedType, objectIdType, unsignedType } from '../encoding/primitives'

export const writePropertyRequest = sequence({
  object: context(0, objectIdType),
  property: context(1, enumeratedType),
  arrayIndex: optional(context(2, unsignedType)),
  value: enclosed(3, rawValues),
  priority: optional(context(4, unsignedType)),
})
export type WriteProperty = Decoded<typeof writePropertyRequest>

export const writePropertyMultipleRequest = series(
  sequence({ object: context(0, objectIdType), properties: enclosed(1, series(propertyAndValue)) }),
)
export type WritePropertyMultiple = Decoded<typeof writePropertyMultipleRequest>

/** Of AddListElement and RemoveListElement. */
export const changeListRequest = sequence({
  object: context(0, objectIdType),
  property: context(1, enumeratedType),
  arrayIndex: optional(context(2, unsignedType)),
  elements: enclosed(3, rawValues),
})

export const acknowledgeAlarmRequest = sequence({
  processId: context(0, unsignedType),
  object: context(1, objectIdType),
  /** The state that is acknowledged: 0 normal, 1 fault, 2 off-normal, 3 high limit, 4 low limit. */
  eventState: context(2, enumeratedType),
  eventTime: enclosed(3, timeStamp),
  source: context(4, characterStringType),
  acknowledgedAt: enclosed(5, timeStamp),
})
export type AcknowledgeAlarm = Decoded<typeof acknowledgeAlarmRequest>

/** Local time in a TimeSynchronization, UTC in a UTCTimeSynchronization. */
export const timeSynchronizationRequest = dateTime
