/** References to devices, objects and properties, and to who receives notifications. */
import { application, choice, context, enclosed, optional, sequence } from './codec'
import {
  bitStringType,
  booleanType,
  characterStringType,
  enumeratedType,
  objectIdType,
  octetStringType,
  realType,
  signedType,
  timeType,
  unsignedType,
} from './primitives'

export const objectPropertyReference = sequence({
  object: context(0, objectIdType),
  property: context(1, enumeratedType),
  arrayIndex: optional(context(2, unsignedType)),
})

export const deviceObjectPropertyReference = sequence({
  object: context(0, objectIdType),
  property: context(1, enumeratedType),
  arrayIndex: optional(context(2, unsignedType)),
  device: optional(context(3, objectIdType)),
})

/** As `Subordinate_List` has it. */
export const deviceObjectReference = sequence({
  device: optional(context(0, objectIdType)),
  object: context(1, objectIdType),
})

/** Network 0 is the local one; no octets of a MAC address stand for a broadcast. */
const networkAddress = sequence({ network: application(unsignedType), mac: application(octetStringType) })

export const recipient = choice({ device: context(0, objectIdType), address: enclosed(1, networkAddress) })

/** An entry of `Recipient_List`: who receives the events of a notification class, and when. */
export const destination = sequence({
  validDays: application(bitStringType),
  fromTime: application(timeType),
  toTime: application(timeType),
  recipient,
  processId: application(unsignedType),
  issueConfirmed: application(booleanType),
  transitions: application(bitStringType),
})

/** An entry of `Active_COV_Subscriptions`. */
export const covSubscription = sequence({
  recipient: enclosed(0, sequence({ recipient: enclosed(0, recipient), processId: context(1, unsignedType) })),
  property: enclosed(1, objectPropertyReference),
  issueConfirmed: context(2, booleanType),
  secondsRemaining: context(3, unsignedType),
  covIncrement: optional(context(4, realType)),
})

/** An entry of `Device_Address_Binding`. */
export const addressBinding = sequence({
  device: application(objectIdType),
  network: application(unsignedType),
  mac: application(octetStringType),
})

/** An entry of `Tags`. */
export const objectTag = sequence({
  name: context(0, characterStringType),
  value: optional(
    choice({
      boolean: application(booleanType),
      unsigned: application(unsignedType),
      real: application(realType),
      enumerated: application(enumeratedType),
      text: application(characterStringType),
    }),
  ),
})

/** `BACnetScale`: what one count of an accumulator is, as a number or as a power of ten. */
export const countScale = choice({ factor: context(0, realType), exponent: context(1, signedType) })

/** The two numbers of an error. */
export const errorNumbers = sequence({
  errorClass: application(enumeratedType),
  errorCode: application(enumeratedType),
})
