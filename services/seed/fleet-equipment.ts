/** Equipment of the demonstration: fourteen pieces of the stories and those of Montcalm (domain §11.1). */

import { seedId } from '../kit/deterministic'
import { nameColumns } from '../kit/words'
import type { World } from '../kit/world'
import type { ObjectSet, Served } from '../simulation/building/objects'
import { equipmentTypeOf } from '../site/equipment/types'
import { deviceIdOf, insert } from './fleet-write'
import { customerIdOf, userIdOf } from './people'
import { writePoints } from './points'

const day = 86_400_000

export const equipmentIdOf = (key: string) => seedId('equipment', key)

interface EquipmentPlan {
  /** Part of its id. */
  key: string
  name: string
  served: Served
  language?: 'en' | 'fr'
  /** Key of the equipment that feeds it. */
  parent?: string
  /** Roles without a mapping, though the controller has a point for them. */
  unmapped?: readonly string[]
  /** Other names of its objects than the default, by role. */
  names?: ObjectSet['names']
}

/** Brick classes. */
export const brickClasses: Partial<Record<Served, string>> = {
  airHandler: 'Air_Handling_Unit',
  box: 'Variable_Air_Volume_Box',
  fanCoil: 'Fan_Coil_Unit',
  chiller: 'Chiller',
  boiler: 'Boiler',
}

const box = (number: string, rest: Partial<EquipmentPlan>): EquipmentPlan => ({
  key: `VAV ${number}`,
  name: `VAV ${number}`,
  served: 'box',
  ...rest,
})

/** By the key of their controller: 3 air handlers, 6 boxes, 3 fan coils, a chiller and a boiler; 220 points. */
const stories: Readonly<Record<string, readonly EquipmentPlan[]>> = {
  'story-1': [{ key: 'AHU-1', name: 'AHU-1', served: 'airHandler' }],
  'story-2': [box('12-04', { parent: 'AHU-1' })],
  'story-3': [
    { key: 'CH-1', name: 'CH-1', served: 'chiller' },
    { key: 'B-1', name: 'B-1', served: 'boiler' },
  ],
  'story-4': [{ key: 'AHU-2', name: 'AHU-2', served: 'airHandler', language: 'fr' }],
  'story-5': [{ key: 'FCU Lobby', name: 'FCU Lobby', served: 'fanCoil', language: 'fr' }],
  'story-6': [
    { key: 'AHU OR', name: 'AHU OR', served: 'airHandler' },
    box('OR-1', { parent: 'AHU OR' }),
    box('OR-2', { parent: 'AHU OR' }),
  ],
  'story-8': [
    box('A-101', { language: 'fr' }),
    box('A-102', { language: 'fr' }),
    box('A-103', { language: 'fr' }),
    { key: 'FCU A-001', name: 'FCU A-001', served: 'fanCoil', language: 'fr' },
    { key: 'FCU A-002', name: 'FCU A-002', served: 'fanCoil', language: 'fr' },
  ],
}

/**
 * Twelve boxes of the Pavillon des Sciences whose airflow is not mapped; their manufacturers name the point
 * differently.
 */
const withoutAirflow = new Set([1, 2, 3, 4, 5, 7, 8, 10, 11, 13, 14, 15].map((number) => `VAV SCI-${pad(number)}`))
const otherNames = { FLOW: 'SaFlow', FLOWSP: 'SaFlowSp', FLOWMAX: 'SaFlowMax' }

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

/** Writes equipment, points and mappings; the controllers must exist. */
export function writeEquipment(world: World, epoch: number): void {
  for (const [device, plans] of Object.entries(stories)) writeServed(world, epoch, deviceRow(world, device), plans)
  const fleet = world.store.all<Host>(
    `SELECT * FROM device WHERE customer_id = ? AND onboarded = 1 AND model_type <> 'ECYAPEX'
     ORDER BY model_type <> 'ECY303', sort_name`,
    customerIdOf('CUS1004'),
  )
  for (const device of fleet) writeServed(world, epoch, device, servedBy(device))
}

interface Host {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  space_id: string
  name: string
  model_type: string
}

const deviceRow = ({ store }: World, key: string): Host => {
  const row = store.get<Host>('SELECT * FROM device WHERE id = ?', deviceIdOf(key))
  if (!row) throw new Error(`No controller ${key}`)
  return row
}

/** Returns the equipment of a controller: `VAV SCI-04` is fed by `AHU SCI-01`. */
function servedBy({ name, model_type }: Host): EquipmentPlan[] {
  const block = name.split(' ')[1]?.split('-')[0] ?? ''
  const plan = { key: name, name, language: 'fr' } as const
  switch (model_type) {
    case 'ECY303':
      return [{ ...plan, served: 'airHandler' }]
    case 'ECYVAV': {
      const missing = withoutAirflow.has(name)
      return [
        {
          ...plan,
          served: 'box',
          parent: `AHU ${block}-01`,
          ...(missing && { names: otherNames, unmapped: Object.keys(otherNames) }),
        },
      ]
    }
    case 'ECYPTU207':
      return [{ ...plan, served: 'fanCoil' }]
    default:
      return [
        { ...plan, key: `CH ${block}`, name: `CH ${block}`, served: 'chiller' },
        { ...plan, key: `B ${block}`, name: `B ${block}`, served: 'boiler' },
      ]
  }
}

function writeServed(world: World, epoch: number, host: Host, plans: readonly EquipmentPlan[]): void {
  const points = writePoints(
    world,
    host,
    plans.map(({ name, served, language, names }) => ({ prefix: name, served, language, names })),
  )
  for (const [at, plan] of plans.entries()) {
    const id = equipmentIdOf(plan.key)
    const type = brickClasses[plan.served] ?? 'Thermostat'
    const owner = { tenant_id: host.tenant_id, customer_id: host.customer_id }
    insert(world, 'equipment', {
      id,
      ...owner,
      site_id: host.site_id,
      building_id: host.building_id,
      space_id: host.space_id,
      parent_equipment_id: plan.parent ? equipmentIdOf(plan.parent) : null,
      type,
      ...nameColumns(plan.name),
      serves_space_ids: JSON.stringify([host.space_id]),
    })
    insert(world, 'equipment_device', { equipment_id: id, device_id: host.id })
    mapRoles(world, epoch, { id, type, owner, points: points[at] ?? new Map(), unmapped: plan.unmapped })
  }
}

interface MappedEquipment {
  /** Id of the equipment. */
  id: string
  type: string
  owner: { tenant_id: string; customer_id: string }
  /** Role → point. */
  points: ReadonlyMap<string, string>
  unmapped?: readonly string[] | undefined
}

/** Maps every role of a piece of equipment that has a point, except `unmapped`. */
export function mapRoles(world: World, epoch: number, { id, type, owner, points, unmapped }: MappedEquipment): void {
  for (const { role, pointTypeId } of equipmentTypeOf(type)?.roles ?? []) {
    const pointId = points.get(role)
    if (pointId === undefined || unmapped?.includes(role)) continue
    insert(world, 'point_mapping', {
      equipment_id: id,
      role,
      point_type_id: pointTypeId,
      point_id: pointId,
      ...owner,
      mapped_at: epoch - 60 * day,
      mapped_by_id: userIdOf('amelie'),
      mapped_by_name: 'Amélie Tremblay',
    })
  }
}
