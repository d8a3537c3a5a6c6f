/** Reading properties: ReadProperty, ReadPropertyMultiple and ReadRange (clauses 15.5, 15.7 and 15.8). */
import { dateTime } from '../encoding/calendar'
import {
  application,
  choice,
  context,
  type Decoded,
  enclosed,
  optional,
  rawValues,
  sequence,
  series,
} from '../encoding/codec'
import { bitStringType, enumeratedType, objectIdType, signedType, unsignedType } from '../encoding/primitives'
import { errorNumbers } from '../encoding/references'

const object = context(0, objectIdType)
const property = context(1, enumeratedType)
const arrayIndex = optional(context(2, unsignedType))

export const readPropertyRequest = sequence({ object, property, arrayIndex })

export const readPropertyAck = sequence({ object, property, arrayIndex, value: enclosed(3, rawValues) })

const propertyReference = sequence({
  property: context(0, enumeratedType),
  arrayIndex: optional(context(1, unsignedType)),
})
export type PropertyReference = Decoded<typeof propertyReference>

export const readPropertyMultipleRequest = series(
  sequence({ object, properties: enclosed(1, series(propertyReference)) }),
)

export const readPropertyMultipleAck = series(
  sequence({
    object,
    results: enclosed(
      1,
      series(
        sequence({
          property: context(2, enumeratedType),
          arrayIndex: optional(context(3, unsignedType)),
          result: choice({ value: enclosed(4, rawValues), error: enclosed(5, errorNumbers) }),
        }),
      ),
    ),
  }),
)

/** A negative count reads backwards from the place that is named. */
const range = choice({
  byPosition: enclosed(3, sequence({ index: application(unsignedType), count: application(signedType) })),
  bySequenceNumber: enclosed(
    6,
    sequence({ sequenceNumber: application(unsignedType), count: application(signedType) }),
  ),
  byTime: enclosed(7, sequence({ time: dateTime, count: application(signedType) })),
})
export type ReadRangePlace = Decoded<typeof range>

export const readRangeRequest = sequence({ object, property, arrayIndex, range: optional(range) })

export const readRangeAck = sequence({
  object,
  property,
  arrayIndex,
  /** First item, last item, more items. */
  resultFlags: context(3, bitStringType),
  itemCount: context(4, unsignedType),
  items: enclosed(5, rawValues),
  firstSequenceNumber: optional(context(6, unsignedType)),
})
