/** The unit of the simulated building that a point belongs to. */
import { equipmentAt, equipmentServedAt, placeAt } from '../../history/earlier-inputs'
import type { ReadById } from '../../kit/read-memory'
import type { World } from '../../kit/world'
import type { UnitKind } from './course'
import { type ObjectLine, objectKeyOf, objectsOf } from './objects'
import { cityNear, type WeatherCity } from './weather'

/** The fields of a point that place it in the building. */
export interface UnitPoint {
  id: string
  device_id: string
  object_type: string
  object_instance: number
  name: string
  behaviour: string
}

/** A piece of equipment in the building, or a controller when no equipment is recorded for what it drives. */
export interface BuildingUnit {
  /** Id of the equipment or the controller; seeds its noise. */
  id: string
  kind: UnitKind
  deviceId: string
  city: WeatherCity
  timeZone: string
  /** The controllers whose injected faults it has: none when no equipment is recorded. */
  faultyDeviceIds: readonly string[]
  /** By the key of the object. */
  points: Map<string, UnitPoint>
}

const kindOfType: Readonly<Record<string, UnitKind>> = {
  Air_Handling_Unit: 'airHandler',
  Rooftop_Unit: 'airHandler',
  Makeup_Air_Unit: 'airHandler',
  Dedicated_Outdoor_Air_System_Unit: 'airHandler',
  Variable_Air_Volume_Box: 'box',
  Variable_Air_Volume_Box_With_Reheat: 'box',
  Fan_Coil_Unit: 'fanCoil',
  Chiller: 'chiller',
  Boiler: 'boiler',
  Thermostat: 'room',
}

const lines = new Map<string, ObjectLine>(
  (Object.keys(objectsOf) as UnitKind[]).flatMap((kind) =>
    objectsOf[kind].map((object) => [`${kind}.${objectKeyOf(object)}`, object] as const),
  ),
)

/** Returns the definition of an object of a kind of unit. */
export const objectLineOf = (kind: UnitKind, key: string): ObjectLine | undefined => lines.get(`${kind}.${key}`)

const pointsOf = (condition: string) =>
  `SELECT id, device_id, object_type, object_instance, name, behaviour FROM point WHERE device_id ${condition}`
/** Reads the points of a controller. */
export const pointsRead: ReadById = {
  one: pointsOf('= ?'),
  many: pointsOf('IN (SELECT value FROM json_each(?))'),
  column: 'device_id',
}

/** Returns the units behind a controller at a moment, each with its points. */
export function unitsOn({ store, clock }: World, deviceId: string, at = clock.now()): BuildingUnit[] {
  const place = placeAt(store, deviceId, at)
  if (!place) return []
  const city = cityNear(place.latitude, place.longitude)
  const { timeZone } = place
  const servedEquipment = equipmentServedAt(store, deviceId, at)
  const units = new Map<string, BuildingUnit>()
  const unitFor = (id: string, kind: UnitKind, faultyDeviceIds: readonly string[]) => {
    const name = `${id} ${kind}`
    const unit = units.get(name) ?? { id, kind, deviceId, city, timeZone, faultyDeviceIds, points: new Map() }
    units.set(name, unit)
    return unit
  }
  for (const { id, type, deviceIds } of servedEquipment) {
    const kind = kindOfType[type]
    if (kind) unitFor(id, kind, deviceIds)
  }
  const points = store.all<UnitPoint>(pointsRead.one, deviceId)
  for (const point of points) {
    const dot = point.behaviour.indexOf('.')
    const kind = point.behaviour.slice(0, dot) as UnitKind
    if (dot < 0) continue
    const candidates = servedEquipment.filter(({ type }) => kindOfType[type] === kind)
    const owner =
      candidates.length > 1
        ? (candidates.find(({ name }) => point.name.startsWith(`${name}.`)) ?? candidates[0])
        : candidates[0]
    unitFor(owner?.id ?? deviceId, kind, owner?.deviceIds ?? []).points.set(point.behaviour.slice(dot + 1), point)
  }
  return [...units.values()]
}

/** Returns the unit of a piece of equipment at a moment, on the first of its controllers. */
export function unitOfEquipment(world: World, equipmentId: string, at: number): BuildingUnit | undefined {
  const [deviceId] = equipmentAt(world.store, equipmentId, at)?.deviceIds ?? []
  return deviceId === undefined ? undefined : unitsOn(world, deviceId, at).find(({ id }) => id === equipmentId)
}
