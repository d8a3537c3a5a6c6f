/** `BACnetEventParameter`: the conditions that an event enrollment watches for, by type of event. */
import { application, type Codec, choice, context, type Decoded, enclosed, rawValues, sequence, series } from './codec'
import {
  bitStringType,
  characterStringType,
  doubleType,
  enumeratedType,
  nullType,
  type PrimitiveType,
  realType,
  signedType,
  unsignedType,
} from './primitives'
import { propertyState } from './property-states'
import { deviceObjectPropertyReference } from './references'

const timeDelay = context(0, unsignedType)

const outOfRangeOf = (type: PrimitiveType<number>, deadbandType = type) =>
  sequence({
    timeDelay,
    lowLimit: context(1, type),
    highLimit: context(2, type),
    deadband: context(3, deadbandType),
  })

export const eventParameters = choice({
  changeOfBitstring: enclosed(
    0,
    sequence({
      timeDelay,
      bitmask: context(1, bitStringType),
      bitstringValues: enclosed(2, series(application(bitStringType))),
    }),
  ),
  changeOfState: enclosed(1, sequence({ timeDelay, values: enclosed(1, series(propertyState)) })),
  changeOfValue: enclosed(
    2,
    sequence({
      timeDelay,
      criteria: enclosed(
        1,
        choice({ bitmask: context(0, bitStringType), referencedPropertyIncrement: context(1, realType) }),
      ),
    }),
  ),
  commandFailure: enclosed(3, sequence({ timeDelay, feedbackProperty: enclosed(1, deviceObjectPropertyReference) })),
  floatingLimit: enclosed(
    4,
    sequence({
      timeDelay,
      setpoint: enclosed(1, deviceObjectPropertyReference),
      lowDiffLimit: context(2, realType),
      highDiffLimit: context(3, realType),
      deadband: context(4, realType),
    }),
  ),
  outOfRange: enclosed(5, outOfRangeOf(realType)),
  changeOfLifeSafety: enclosed(
    8,
    sequence({
      timeDelay,
      lifeSafetyAlarmValues: enclosed(1, enumerations()),
      alarmValues: enclosed(2, enumerations()),
      modeProperty: enclosed(3, deviceObjectPropertyReference),
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
      notificationThreshold: context(0, unsignedType),
      previousNotificationCount: context(1, unsignedType),
    }),
  ),
  unsignedRange: enclosed(
    11,
    sequence({ timeDelay, lowLimit: context(1, unsignedType), highLimit: context(2, unsignedType) }),
  ),
  accessEvent: enclosed(
    13,
    sequence({
      accessEvents: enclosed(0, enumerations()),
      accessEventTime: enclosed(1, deviceObjectPropertyReference),
    }),
  ),
  doubleOutOfRange: enclosed(14, outOfRangeOf(doubleType)),
  signedOutOfRange: enclosed(15, outOfRangeOf(signedType, unsignedType)),
  unsignedOutOfRange: enclosed(16, outOfRangeOf(unsignedType)),
  changeOfCharacterString: enclosed(
    17,
    sequence({ timeDelay, alarmValues: enclosed(1, series(application(characterStringType))) }),
  ),
  changeOfStatusFlags: enclosed(18, sequence({ timeDelay, selectedFlags: context(1, bitStringType) })),
  none: context(20, nullType),
  changeOfDiscreteValue: enclosed(21, sequence({ timeDelay })),
  changeOfTimer: enclosed(
    22,
    sequence({
      timeDelay,
      alarmValues: enclosed(1, enumerations()),
      updateTime: enclosed(2, deviceObjectPropertyReference),
    }),
  ),
})
export type EventParameters = Decoded<typeof eventParameters>

function enumerations(): Codec<number[]> {
  return series(application(enumeratedType))
}
