/** Records of trend logs and event logs (clauses 12.25, 12.27 and 12.30). */
import { dateTime } from './calendar'
import { choice, context, type Decoded, enclosed, optional, rawValues, sequence, series } from './codec'
import { bitStringType, booleanType, enumeratedType, nullType, realType, signedType, unsignedType } from './primitives'
import { errorNumbers } from './references'

const logValues = {
  boolean: context(1, booleanType),
  real: context(2, realType),
  enumerated: context(3, enumeratedType),
  unsigned: context(4, unsignedType),
  signed: context(5, signedType),
  bitString: context(6, bitStringType),
  null: context(7, nullType),
  /** The monitored device did not return the value. */
  failure: enclosed(8, errorNumbers),
}

/** A record of a trend log. `timeChange` is in seconds; `logStatus` has the bits disabled, purged and interrupted. */
export const logRecord = sequence({
  timestamp: enclosed(0, dateTime),
  datum: enclosed(
    1,
    choice({
      logStatus: context(0, bitStringType),
      ...logValues,
      timeChange: context(9, realType),
      other: enclosed(10, rawValues),
    }),
  ),
  statusFlags: optional(context(2, bitStringType)),
})
export type LogRecord = Decoded<typeof logRecord>

/** One value of a record of several properties; the tags are one lower than in a record of one. */
const oneOfMany = choice({
  boolean: context(0, booleanType),
  real: context(1, realType),
  enumerated: context(2, enumeratedType),
  unsigned: context(3, unsignedType),
  signed: context(4, signedType),
  bitString: context(5, bitStringType),
  null: context(6, nullType),
  failure: enclosed(7, errorNumbers),
  other: enclosed(8, rawValues),
})

/** A record of a log of several properties. */
export const logMultipleRecord = sequence({
  timestamp: enclosed(0, dateTime),
  data: enclosed(
    1,
    choice({
      logStatus: context(0, bitStringType),
      values: enclosed(1, series(oneOfMany)),
      timeChange: context(2, realType),
    }),
  ),
})

/** A record of an event log; the notification is in octets, as its service has them. */
export const eventLogRecord = sequence({
  timestamp: enclosed(0, dateTime),
  datum: enclosed(
    1,
    choice({
      logStatus: context(0, bitStringType),
      notification: enclosed(1, rawValues),
      timeChange: context(2, realType),
    }),
  ),
})
