/** `BACnetNotificationParameters`: what an event notification says of the values, by type of event. */
import { dateTime, timeStamp } from './calendar'
import { choice, context, type Decoded, enclosed, optional, rawValues, sequence, series } from './codec'
import {
  bitStringType,
  characterStringType,
  doubleType,
  enumeratedType,
  type PrimitiveType,
  realType,
  signedType,
  unsignedType,
} from './primitives'
import { propertyState } from './property-states'
import { deviceObjectPropertyReference, deviceObjectReference } from './references'
import { primitive } from './values'

const statusFlags = context(1, bitStringType)

/** A property with its value still in octets; `decodeProperty` reads them. */
export const propertyAndValue = sequence({
  property: context(0, enumeratedType),
  arrayIndex: optional(context(1, unsignedType)),
  value: enclosed(2, rawValues),
  priority: optional(context(3, unsignedType)),
})

const outOfRangeOf = (type: PrimitiveType<number>, deadbandType = type) =>
  sequence({
    exceedingValue: context(0, type),
    statusFlags,
    deadband: context(2, deadbandType),
    exceededLimit: context(3, type),
  })

export const notificationParameters = choice({
  changeOfBitstring: enclosed(0, sequence({ referencedBitstring: context(0, bitStringType), statusFlags })),
  changeOfState: enclosed(1, sequence({ newState: enclosed(0, propertyState), statusFlags })),
  changeOfValue: enclosed(
    2,
    sequence({
      newValue: enclosed(0, choice({ changedBits: context(0, bitStringType), changedValue: context(1, realType) })),
      statusFlags,
    }),
  ),
  commandFailure: enclosed(
    3,
    sequence({ commandValue: enclosed(0, rawValues), statusFlags, feedbackValue: enclosed(2, rawValues) }),
  ),
  floatingLimit: enclosed(
    4,
    sequence({
      referenceValue: context(0, realType),
      statusFlags,
      setpointValue: context(2, realType),
      errorLimit: context(3, realType),
    }),
  ),
  outOfRange: enclosed(5, outOfRangeOf(realType)),
  complexEventType: enclosed(6, series(propertyAndValue)),
  changeOfLifeSafety: enclosed(
    8,
    sequence({
      newState: context(0, enumeratedType),
      newMode: context(1, enumeratedType),
      statusFlags: context(2, bitStringType),
      operationExpected: context(3, enumeratedType),
    }),
  ),
  extended: enclosed(
    9,
    sequence({
      vendorId: context(0, unsignedType),
      extendedEventType: context(1, unsignedType),
      parameters: enclosed(2, rawValues),
    }),
  ),
  bufferReady: enclosed(
    10,
    sequence({
      bufferProperty: enclosed(0, deviceObjectPropertyReference),
      previousNotification: context(1, unsignedType),
      currentNotification: context(2, unsignedType),
    }),
  ),
  unsignedRange: enclosed(
    11,
    sequence({ exceedingValue: context(0, unsignedType), statusFlags, exceededLimit: context(2, unsignedType) }),
  ),
  accessEvent: enclosed(
    13,
    sequence({
      accessEvent: context(0, enumeratedType),
      statusFlags,
      accessEventTag: context(2, unsignedType),
      accessEventTime: enclosed(3, timeStamp),
      accessCredential: enclosed(4, deviceObjectReference),
      authenticationFactor: optional(enclosed(5, rawValues)),
    }),
  ),
  doubleOutOfRange: enclosed(14, outOfRangeOf(doubleType)),
  signedOutOfRange: enclosed(15, outOfRangeOf(signedType, unsignedType)),
  unsignedOutOfRange: enclosed(16, outOfRangeOf(unsignedType)),
  changeOfCharacterString: enclosed(
    17,
    sequence({
      changedValue: context(0, characterStringType),
      statusFlags,
      alarmValue: context(2, characterStringType),
    }),
  ),
  changeOfStatusFlags: enclosed(
    18,
    sequence({ presentValue: optional(enclosed(0, rawValues)), referencedFlags: context(1, bitStringType) }),
  ),
  changeOfReliability: enclosed(
    19,
    sequence({
      reliability: context(0, enumeratedType),
      statusFlags,
      propertyValues: enclosed(2, series(propertyAndValue)),
    }),
  ),
  changeOfDiscreteValue: enclosed(
    21,
    sequence({ newValue: enclosed(0, choice({ primitive, dateTime: enclosed(0, dateTime) })), statusFlags }),
  ),
  changeOfTimer: enclosed(
    22,
    sequence({
      newState: context(0, enumeratedType),
      statusFlags,
      updateTime: enclosed(2, dateTime),
      lastStateChange: optional(context(3, enumeratedType)),
      initialTimeout: optional(context(4, unsignedType)),
      expirationTime: optional(enclosed(5, dateTime)),
    }),
  ),
})
export type NotificationParameters = Decoded<typeof notificationParameters>
