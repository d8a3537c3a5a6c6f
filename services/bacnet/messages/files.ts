/** Reading files of a device as a stream of octets or as records (clause 14.1). */
import { application, choice, type Decoded, enclosed, sequence, series } from '../encoding/codec'
import { booleanType, objectIdType, octetStringType, signedType, unsignedType } from '../encoding/primitives'

const start = application(signedType)
const count = application(unsignedType)

export const atomicReadFileRequest = sequence({
  file: application(objectIdType),
  access: choice({
    stream: enclosed(0, sequence({ start, count })),
    record: enclosed(1, sequence({ start, count })),
  }),
})

export const atomicReadFileAck = sequence({
  isEndOfFile: application(booleanType),
  content: choice({
    stream: enclosed(0, sequence({ start, data: application(octetStringType) })),
    record: enclosed(1, sequence({ start, count, records: series(application(octetStringType)) })),
  }),
})
export type FileContent = Decoded<typeof atomicReadFileAck>
