/** Reading and writing files of a device as a stream of octets or as records (clauses 14.1 and 14.2). */
import { application, choice, context, type Decoded, enclosed, sequence, series } from '../encoding/codec'
import { booleanType, objectIdType, octetStringType, signedType, unsignedType } from '../encoding/primitives'

const start = application(signedType)
const count = application(unsignedType)
const file = application(objectIdType)
const stream = enclosed(0, sequence({ start, data: application(octetStringType) }))
const record = enclosed(1, sequence({ start, count, records: series(application(octetStringType)) }))

export const atomicReadFileRequest = sequence({
  file,
  access: choice({
    stream: enclosed(0, sequence({ start, count })),
    record: enclosed(1, sequence({ start, count })),
  }),
})

export const atomicReadFileAck = sequence({
  isEndOfFile: application(booleanType),
  content: choice({ stream, record }),
})
export type FileContent = Decoded<typeof atomicReadFileAck>

export const atomicWriteFileRequest = sequence({ file, content: choice({ stream, record }) })
export type FilePart = Decoded<typeof atomicWriteFileRequest>

/** Where the device has written. */
export const atomicWriteFileAck = choice({ stream: context(0, signedType), record: context(1, signedType) })
