/** The groups of a simulated controller as Structured View objects (BACnet clause 12.29): its units, and in each its kinds of points. */
import { encodeWhole } from '../../bacnet/encoding/codec'
import type { ObjectId } from '../../bacnet/encoding/primitives'
import { deviceObjectReference } from '../../bacnet/encoding/references'
import { type Primitive, primitive } from '../../bacnet/encoding/values'
import { objectTypes } from '../../bacnet/object-types'
import type { PropertyContent, ServedObject, ServedPoint } from '../../bacnet/server/device-model'

const { analogInput, binaryInput, multiStateInput, analogOutput, binaryOutput, multiStateOutput } = objectTypes

/** What points are to a unit, by the types of their objects. */
const kinds: readonly { name: string; types: readonly number[] | null }[] = [
  { name: 'Inputs', types: [analogInput, binaryInput, multiStateInput] },
  { name: 'Outputs', types: [analogOutput, binaryOutput, multiStateOutput] },
  { name: 'Setpoints and states', types: null },
]
/** Values of `BACnetNodeType`. */
const nodeTypes = { equipment: 6, subsystem: 12 } as const

/** Returns the views, those of units first; none for points whose names have no unit. */
export function deviceViews(points: readonly ServedPoint[]): ServedObject[] {
  const units = [...new Set(points.flatMap(({ name }) => unitOf(name) ?? []))]
  const parts = units.flatMap((unit) => {
    const left = new Set(points.filter(({ name }) => unitOf(name) === unit))
    return kinds.flatMap(({ name, types }) => {
      const own = [...left].filter(({ type }) => types === null || types.includes(type))
      for (const point of own) left.delete(point)
      return own.length > 0 ? [{ unit, name, own }] : []
    })
  })
  const partAt = (at: number): ObjectId => ({ type: objectTypes.structuredView, instance: units.length + at + 1 })
  return [
    ...units.map((unit, at) =>
      view(at + 1, {
        name: `${unit}.View`,
        description: unit,
        nodeType: nodeTypes.equipment,
        entries: parts.flatMap((part, place) => (part.unit === unit ? [partAt(place)] : [])),
      }),
    ),
    ...parts.map(({ unit, name, own }, at) =>
      view(partAt(at).instance, {
        name: `${unit}.View ${name}`,
        description: name,
        nodeType: nodeTypes.subsystem,
        entries: own,
      }),
    ),
  ]
}

/** The name of a point begins with that of its unit: `AHU-1.SupplyAirTemp`. */
function unitOf(name: string): string | null {
  const end = name.lastIndexOf('.')
  return end > 0 ? name.slice(0, end) : null
}

interface View {
  name: string
  description: string
  nodeType: number
  entries: readonly ObjectId[]
}

const value = (one: Primitive): PropertyContent => ({ value: encodeWhole(primitive, one) })

function view(instance: number, { name, description, nodeType, entries }: View): ServedObject {
  return {
    type: objectTypes.structuredView,
    instance,
    name,
    properties: [
      ['description', value({ type: 'characterString', value: { text: description } })],
      ['nodeType', value({ type: 'enumerated', value: nodeType })],
      [
        'subordinateList',
        {
          elements: entries.map(({ type, instance }) =>
            encodeWhole(deviceObjectReference, { object: { type, instance } }),
          ),
        },
      ],
    ],
  }
}
