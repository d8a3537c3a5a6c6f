/** The confirmed requests that a served device answers, without those of subscriptions. */
import { decodeWhole, encodeWhole } from '../encoding/codec'
import { maxInstance, type ObjectId, objectKey } from '../encoding/primitives'
import { type Primitive, primitive, primitives } from '../encoding/values'
import {
  type PropertyReference,
  readPropertyAck,
  readPropertyMultipleAck,
  readPropertyMultipleRequest,
  readPropertyRequest,
} from '../messages/reading'
import { writePropertyRequest } from '../messages/writing'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import { abortReasons, rejectReasons } from '../refusals'
import { errorOf, type ServedAnswer, type ServedError } from './answers'
import {
  isAnalog,
  isBinary,
  type ObjectSource,
  type PointSource,
  type ServedPoint,
  servedValue,
  unreadable,
} from './device-model'
import { type ObjectContent, optionalProperties } from './device-properties'
import { writeObject } from './object-writes'

/** A longer reply is not built: a request may name the same large property again and again. */
const maxReplyOctets = 65_536

/** The objects of a device, and what each of them holds now. */
export interface DeviceContents {
  instance: number
  content(key: string): ObjectContent | undefined
}

export function answerRead({ instance, content }: DeviceContents, data: Uint8Array): ServedAnswer {
  const { object, property, arrayIndex } = decodeWhole(readPropertyRequest, data)
  const own = ownObject(object, instance)
  const result = readProperty(content(objectKey(own)), { property, arrayIndex })
  if ('error' in result) return result.error
  return {
    kind: 'data',
    data: encodeWhole(readPropertyAck, { object: own, property, arrayIndex, value: result.value }),
  }
}

export function answerReadMultiple({ instance, content }: DeviceContents, data: Uint8Array): ServedAnswer {
  let octets = 0
  const answers = decodeWhole(readPropertyMultipleRequest, data).map(({ object, properties: references }) => {
    const own = ownObject(object, instance)
    const known = content(objectKey(own))
    const results = references
      .flatMap((reference) => namedBy(reference, known))
      .map(({ property, arrayIndex }) => {
        // What is too long already is not read: the whole answer is refused.
        const result = octets > maxReplyOctets ? { value: none } : readProperty(known, { property, arrayIndex })
        octets += 'value' in result ? result.value.length + 8 : 12
        return {
          property,
          arrayIndex,
          result:
            'value' in result
              ? ({ kind: 'value', value: result.value } as const)
              : ({ kind: 'error', value: result.error } as const),
        }
      })
    return { object: own, results }
  })
  if (octets > maxReplyOctets) return { kind: 'abort', reason: abortReasons.bufferOverflow }
  return { kind: 'data', data: encodeWhole(readPropertyMultipleAck, answers) }
}

const none = new Uint8Array(0)

/** The highest instance of a device stands for the one that the request reaches (clause 15.5.2). */
const ownObject = (object: ObjectId, instance: number): ObjectId =>
  object.type === objectTypes.device && object.instance === maxInstance ? { ...object, instance } : object

/** Returns the properties that a reference names: `ALL`, `REQUIRED` and `OPTIONAL` are several. */
function namedBy(reference: PropertyReference, content: ObjectContent | undefined): PropertyReference[] {
  const { property } = reference
  const isSpecial = [properties.all, properties.required, properties.optional].some((one) => one === property)
  if (!isSpecial || !content) return [reference]
  return [...content.keys()]
    .filter((number) => number !== properties.propertyList && content.get(number) !== unreadable)
    .filter(
      (number) => property === properties.all || optionalProperties.has(number) === (property === properties.optional),
    )
    .map((number) => ({ property: number }))
}

function readProperty(
  content: ObjectContent | undefined,
  { property, arrayIndex }: PropertyReference,
): { value: Uint8Array } | { error: ServedError } {
  if (!content) return { error: errorOf('object', 'unknownObject') }
  const own = content.get(property)
  if (!own) return { error: errorOf('property', 'unknownProperty') }
  if (own === unreadable) return { error: errorOf('property', 'readAccessDenied') }
  if ('value' in own) return arrayIndex === undefined ? own : { error: errorOf('property', 'propertyIsNotAnArray') }
  if (arrayIndex === undefined) return { value: new Uint8Array(Buffer.concat(own.elements)) }
  if (arrayIndex === 0) return { value: encodeWhole(primitive, { type: 'unsigned', value: own.elements.length }) }
  const element = own.elements[arrayIndex - 1]
  return element ? { value: element } : { error: errorOf('property', 'invalidArrayIndex') }
}

interface WritableDevice extends DeviceContents {
  points: ReadonlyMap<string, ServedPoint>
  source: PointSource
  objects: ObjectSource
  /** Of the device. */
  name: string
}

/** The weakest of the levels, which a request without one means. */
const weakestPriority = 16
/** Kept for the minimum times of outputs (clause 19.2.3). */
const minimumTimePriority = 6

/** Writes the present value of a commandable point, or a property of an object beside the points. */
export function answerWrite(device: WritableDevice, data: Uint8Array): ServedAnswer {
  const request = decodeWhole(writePropertyRequest, data)
  const { property, arrayIndex, priority = weakestPriority } = request
  if (priority < 1 || priority > weakestPriority) return { kind: 'reject', reason: rejectReasons.parameterOutOfRange }
  const key = objectKey(ownObject(request.object, device.instance))
  const content = device.content(key)
  if (!content) return errorOf('object', 'unknownObject')
  if (!content.has(property)) return errorOf('property', 'unknownProperty')
  const { objects } = device
  const others = objects.all()
  const other = others.find((one) => objectKey(one) === key)
  if (other) {
    const named = [device, ...device.points.values(), ...others]
    return writeObject({ objects, isTaken: (name) => named.some((one) => one.name === name) }, other, request)
  }
  const point = device.points.get(key)
  if (property !== properties.presentValue || !point?.isCommandable) return errorOf('property', 'writeAccessDenied')
  if (arrayIndex !== undefined) return errorOf('property', 'propertyIsNotAnArray')
  if (priority === minimumTimePriority) return errorOf('property', 'writeAccessDenied')
  const [first, ...more] = decodeWhole(primitives, request.value)
  if (!first || more.length > 0) return errorOf('property', 'invalidDataType')
  const value = commandIn(first, point)
  if (typeof value === 'object' && value !== null) return value
  return device.source.command(point, priority, value)
    ? { kind: 'acknowledge' }
    : errorOf('property', 'writeAccessDenied')
}

/** Returns the number that is written, null for a release, or why the value is none of the point. */
function commandIn(one: Primitive, point: ServedPoint): number | null | ServedError {
  if (one.type === 'null') return null
  if (one.type !== servedValue(point, 0).type || typeof one.value !== 'number')
    return errorOf('property', 'invalidDataType')
  return isWithin(one.value, point) ? one.value : errorOf('property', 'valueOutOfRange')
}

function isWithin(value: number, point: ServedPoint): boolean {
  if (isBinary(point)) return value === 0 || value === 1
  if (!isAnalog(point)) return value >= 1 && value <= point.stateTexts.length
  return Number.isFinite(value) && value >= (point.min ?? -Infinity) && value <= (point.max ?? Infinity)
}
