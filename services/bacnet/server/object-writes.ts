/** What is written to the objects of a device beside its points: a property as a whole, or an element of an array. */
import { specialEvent } from '../encoding/calendar'
import { decodeWhole, encodeWhole } from '../encoding/codec'
import { decodeProperty } from '../encoding/property-values'
import { primitive } from '../encoding/values'
import type { WriteProperty } from '../messages/writing'
import { properties } from '../property-ids'
import { errorOf, type ServedAnswer } from './answers'
import type { ObjectSource, PropertyContent, ServedObject } from './device-model'

/** No array becomes longer. */
const maxElements = 255

/** What a new element of the exceptions is until it is written: any day, without a value (clause 12.24.8). */
const emptyException = encodeWhole(specialEvent, {
  period: {
    kind: 'calendarEntry',
    value: { kind: 'date', value: { year: null, month: null, day: null, weekday: null } },
  },
  timesAndValues: [],
  priority: 16,
})

/** The objects that are written to, and the names that others of the device have. */
interface NamedObjects {
  objects: ObjectSource
  isTaken(name: string): boolean
}

/** Writes a property that the object has. Throws `DamagedFrame` when the number of elements is none. */
export function writeObject(
  { objects, isTaken }: NamedObjects,
  object: ServedObject,
  request: WriteProperty,
): ServedAnswer {
  const { property } = request
  const [, content] = object.properties.find(([name]) => properties[name] === property) ?? []
  // Its name can be written; its type and its identifier cannot.
  if (!content && property !== properties.objectName) return errorOf('property', 'writeAccessDenied')
  const octets = wholeOf(content, request)
  if (!(octets instanceof Uint8Array)) return octets
  const value = decodeProperty({ objectType: object.type, property }, octets)
  if (value.kind === 'octets') return errorOf('property', 'invalidDataType')
  const [one] = value.kind === 'primitives' ? value.values : []
  const isName = property === properties.objectName && one?.type === 'characterString'
  if (isName && one.value.text !== object.name && isTaken(one.value.text)) return errorOf('property', 'duplicateName')
  const refusal = objects.write(object, property, value)
  return refusal === null ? { kind: 'acknowledge' } : errorOf('property', refusal)
}

/** Returns the octets of the property as a whole once a request is done. */
function wholeOf(content: PropertyContent | undefined, { property, arrayIndex, value }: WriteProperty) {
  if (arrayIndex === undefined) return value
  if (!content || 'value' in content) return errorOf('property', 'propertyIsNotAnArray')
  const elements = [...content.elements]
  if (arrayIndex > 0) {
    if (arrayIndex > elements.length) return errorOf('property', 'invalidArrayIndex')
    elements[arrayIndex - 1] = value
    return joined(elements)
  }
  const count = decodeWhole(primitive, value)
  if (count.type !== 'unsigned') return errorOf('property', 'invalidDataType')
  if (property !== properties.exceptionSchedule) return errorOf('property', 'writeAccessDenied')
  if (count.value > maxElements) return errorOf('resources', 'noSpaceToWriteProperty')
  return joined(Array.from({ length: count.value }, (_, at) => elements[at] ?? emptyException))
}

const joined = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
