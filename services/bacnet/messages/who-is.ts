/** Finding devices and objects: Who-Is, I-Am, Who-Has, I-Have (clauses 16.9 and 16.10). */
import { application, choice, context, type Decoded, optional, sequence } from '../encoding/codec'
import { characterStringType, enumeratedType, objectIdType, unsignedType } from '../encoding/primitives'

const lowLimit = optional(context(0, unsignedType))
const highLimit = optional(context(1, unsignedType))

export const whoIs = sequence({ lowLimit, highLimit })

export const iAm = sequence({
  device: application(objectIdType),
  maxApdu: application(unsignedType),
  segmentation: application(enumeratedType),
  vendorId: application(unsignedType),
})
export type IAm = Decoded<typeof iAm>

/** Who sends segments, who receives them (`BACnetSegmentation`). */
export const segmentation = { both: 0, transmit: 1, receive: 2, none: 3 } as const

export const whoHas = sequence({
  lowLimit,
  highLimit,
  object: choice({ identifier: context(2, objectIdType), name: context(3, characterStringType) }),
})
export type WhoHas = Decoded<typeof whoHas>

export const iHave = sequence({
  device: application(objectIdType),
  object: application(objectIdType),
  name: application(characterStringType),
})
export type IHave = Decoded<typeof iHave>
