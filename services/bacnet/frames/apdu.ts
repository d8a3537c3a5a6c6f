/** Application layer (clause 20.1): the eight types of protocol data units. */
import { DamagedFrame, OctetReader, OctetWriter } from '../octets'

/** The place of a segment in its message; numbers count modulo 256. */
export interface SegmentPlace {
  sequenceNumber: number
  windowSize: number
  moreFollows: boolean
}

export interface ConfirmedRequest {
  kind: 'confirmedRequest'
  invokeId: number
  service: number
  /** Whether the requester takes a reply in segments. */
  acceptsSegments: boolean
  /** How many of them; undefined when the requester does not say. */
  maxSegments?: number | undefined
  maxApdu: number
  segment?: SegmentPlace | undefined
  data: Uint8Array
}

export interface ComplexAck {
  kind: 'complexAck'
  invokeId: number
  service: number
  segment?: SegmentPlace | undefined
  data: Uint8Array
}

export interface SegmentAck {
  kind: 'segmentAck'
  isNegative: boolean
  isFromServer: boolean
  invokeId: number
  sequenceNumber: number
  windowSize: number
}

export type Apdu =
  | ConfirmedRequest
  | { kind: 'unconfirmedRequest'; service: number; data: Uint8Array }
  | { kind: 'simpleAck'; invokeId: number; service: number }
  | ComplexAck
  | SegmentAck
  | { kind: 'error'; invokeId: number; service: number; data: Uint8Array }
  | { kind: 'reject'; invokeId: number; reason: number }
  | { kind: 'abort'; isFromServer: boolean; invokeId: number; reason: number }

/** Octets of the largest message without segments, by the number that stands for it (clause 20.1.2.5). */
export const apduSizes = [50, 128, 206, 480, 1024, 1476] as const
export type ApduSize = (typeof apduSizes)[number]

/** More than this number of segments is encoded as "more than 64" (clause 20.1.2.4). */
const segmentCounts = [undefined, 2, 4, 8, 16, 32, 64, Number.POSITIVE_INFINITY] as const

const types = {
  confirmedRequest: 0,
  unconfirmedRequest: 1,
  simpleAck: 2,
  complexAck: 3,
  segmentAck: 4,
  error: 5,
  reject: 6,
  abort: 7,
} as const

/** Octets before the data of a segment of a request. */
export const segmentHeadOctets = 6

export function decodeApdu(octets: Uint8Array): Apdu {
  const reader = new OctetReader(octets)
  const first = reader.uint8()
  switch (first >>> 4) {
    case types.confirmedRequest:
      return readConfirmedRequest(first, reader)
    case types.unconfirmedRequest:
      return { kind: 'unconfirmedRequest', service: reader.uint8(), data: reader.rest() }
    case types.simpleAck:
      return { kind: 'simpleAck', invokeId: reader.uint8(), service: reader.uint8() }
    case types.complexAck: {
      const invokeId = reader.uint8()
      const segment = readSegment(first, reader)
      return { kind: 'complexAck', invokeId, segment, service: reader.uint8(), data: reader.rest() }
    }
    case types.segmentAck:
      return {
        kind: 'segmentAck',
        isNegative: (first & 2) !== 0,
        isFromServer: (first & 1) !== 0,
        invokeId: reader.uint8(),
        sequenceNumber: reader.uint8(),
        windowSize: reader.uint8(),
      }
    case types.error:
      return { kind: 'error', invokeId: reader.uint8(), service: reader.uint8(), data: reader.rest() }
    case types.reject:
      return { kind: 'reject', invokeId: reader.uint8(), reason: reader.uint8() }
    case types.abort:
      return { kind: 'abort', isFromServer: (first & 1) !== 0, invokeId: reader.uint8(), reason: reader.uint8() }
    default:
      throw new DamagedFrame('an unknown type of message')
  }
}

export function encodeApdu(apdu: Apdu): Uint8Array {
  const writer = new OctetWriter()
  const type = types[apdu.kind] << 4
  switch (apdu.kind) {
    case 'confirmedRequest':
      writer
        .uint8(type | segmentBits(apdu.segment) | (apdu.acceptsSegments ? 2 : 0))
        .uint8((segmentCode(apdu.maxSegments) << 4) | sizeCode(apdu.maxApdu))
        .uint8(apdu.invokeId)
      writeSegment(writer, apdu.segment)
      return writer.uint8(apdu.service).write(apdu.data).octets()
    case 'unconfirmedRequest':
      return writer.uint8(type).uint8(apdu.service).write(apdu.data).octets()
    case 'simpleAck':
      return writer.uint8(type).uint8(apdu.invokeId).uint8(apdu.service).octets()
    case 'complexAck':
      writer.uint8(type | segmentBits(apdu.segment)).uint8(apdu.invokeId)
      writeSegment(writer, apdu.segment)
      return writer.uint8(apdu.service).write(apdu.data).octets()
    case 'segmentAck':
      return writer
        .uint8(type | (apdu.isNegative ? 2 : 0) | (apdu.isFromServer ? 1 : 0))
        .uint8(apdu.invokeId)
        .uint8(apdu.sequenceNumber)
        .uint8(apdu.windowSize)
        .octets()
    case 'error':
      return writer.uint8(type).uint8(apdu.invokeId).uint8(apdu.service).write(apdu.data).octets()
    case 'reject':
      return writer.uint8(type).uint8(apdu.invokeId).uint8(apdu.reason).octets()
    case 'abort':
      return writer
        .uint8(type | (apdu.isFromServer ? 1 : 0))
        .uint8(apdu.invokeId)
        .uint8(apdu.reason)
        .octets()
  }
}

function readConfirmedRequest(first: number, reader: OctetReader): ConfirmedRequest {
  const limits = reader.uint8()
  const invokeId = reader.uint8()
  const segment = readSegment(first, reader)
  return {
    kind: 'confirmedRequest',
    invokeId,
    acceptsSegments: (first & 2) !== 0,
    maxSegments: segmentCounts[(limits >>> 4) & 7],
    maxApdu: apduSizes[limits & 15] ?? apduSizes[0],
    segment,
    service: reader.uint8(),
    data: reader.rest(),
  }
}

function readSegment(first: number, reader: OctetReader): SegmentPlace | undefined {
  if ((first & 8) === 0) return undefined
  const sequenceNumber = reader.uint8()
  const windowSize = reader.uint8()
  if (windowSize === 0 || windowSize > 127) throw new DamagedFrame('a window of segments that is no window')
  return { sequenceNumber, windowSize, moreFollows: (first & 4) !== 0 }
}

const segmentBits = (segment?: SegmentPlace) => (segment ? 8 | (segment.moreFollows ? 4 : 0) : 0)

function writeSegment(writer: OctetWriter, segment?: SegmentPlace): void {
  if (segment) writer.uint8(segment.sequenceNumber).uint8(segment.windowSize)
}

/** Returns the code of the largest size that is not above what is accepted. */
function sizeCode(maxApdu: number): number {
  return Math.max(
    0,
    apduSizes.findLastIndex((size) => size <= maxApdu),
  )
}

function segmentCode(maxSegments: number | undefined): number {
  if (maxSegments === undefined) return 0
  return Math.max(
    0,
    segmentCounts.findLastIndex((count) => count !== undefined && count <= maxSegments),
  )
}
