/** Equipment, faults, schedules and deployments of `large` (domain §11.3). */

import { ScheduleSave } from '../../contracts/schedules'
import { beginDeployment } from '../../controllers/deployment-run'
import { seedId } from '../../kit/deterministic'
import { namedAs } from '../../kit/words'
import type { World } from '../../kit/world'
import { noteOccurrence } from '../../operations/fault-records'
import { runningRules } from '../../operations/readiness'
import { completeDocument } from '../../operations/schedules/complete'
import { readEquipment } from '../../operations/units'
import { refreshDeployment } from '../../site/deployments/records'
import { type Served, writePoints } from '../../site/points/objects'
import { catalogue, versionOf } from '../catalogue-packages'
import { equipmentIdOf, equipmentTypes, mapRoles } from '../fleet-equipment'
import { userIdOf } from '../people'
import { inserter } from './bulk'
import type { Made, Model } from './devices'
import type { Streams } from './plan'
import type { Owner } from './tree'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface Parts {
  owner: Owner
  epoch: number
  streams: Streams
}

const served: Record<Model, Served> = {
  ECYVAV: 'box',
  ECY303: 'airHandler',
  ECY3x0: 'airHandler',
  ECYPTU207: 'fanCoil',
  ECYPTU208: 'fanCoil',
  ECY600: 'chiller',
  ECY400: 'airHandler',
  ECYAPEX: 'gateway',
  ECYS1000: 'airHandler',
}

/** What one controller serves; a supervisor serves nothing. Its points are written when somebody first looks. */
export function equipmentWriter({ store }: World, { owner }: Parts): (device: Made) => void {
  const insertEquipment = inserter(store, 'equipment')
  const insertLink = inserter(store, 'equipment_device')
  return (device) => {
    const type = equipmentTypes[served[device.model]]
    if (!device.isOnboarded || !type) return
    const id = equipmentIdOf(device.name)
    insertEquipment({
      id,
      ...owner,
      site_id: device.siteId,
      building_id: device.buildingId,
      space_id: device.spaceId,
      type,
      ...namedAs(device.name),
      serves_space_ids: JSON.stringify([device.spaceId]),
    })
    insertLink({ equipment_id: id, device_id: device.id })
  }
}

/** A controller whose equipment has faults: with all its points, and two rules that found something; a third of them holds. */
export function faultyWriter(world: World, { owner, epoch, streams }: Parts): (device: Made) => void {
  const random = streams('faults')
  return (device) => {
    const equipment = readEquipment(world, equipmentIdOf(device.name))
    if (!equipment) return
    const [points] = writePoints(world, { id: device.id, ...owner }, [
      { prefix: device.name, served: served[device.model] },
    ])
    mapRoles(world, epoch, { id: equipment.id, type: equipment.type, owner, points: points ?? new Map() })
    const running = runningRules(world, equipment)
    const first = Math.floor(random() * running.length)
    for (const rule of [running[first], running[(first + 1) % running.length]]) {
      if (!rule) continue
      const holds = random() < 0.33
      const started = Math.round(epoch - hour - (holds ? 5 : 200) * day * random())
      const ended = holds ? null : started + Math.round(hour * (1 + random() * 8))
      noteOccurrence(world, equipment, rule, { started, detected: started + 35 * minute, ended })
      if (!holds) {
        world.store.run(
          `UPDATE fault SET status = 'cleared' WHERE equipment_id = ? AND rule_id = ?`,
          equipment.id,
          rule.ruleId,
        )
      }
    }
  }
}

/** The hours of air handlers and plants. */
export function scheduleWriter({ store }: World, { owner, epoch, streams }: Parts): (device: Made) => void {
  const random = streams('schedules')
  const insert = inserter(store, 'host_schedule')
  const documents = [6, 7, 8].map((opens) => {
    const workday = [{ start: `0${opens}:00`, end: '18:30', value: true }]
    return completeDocument(
      ScheduleSave.parse({
        schedules: [
          {
            name: 'Occupancy',
            weeklySchedule: [...Array.from({ length: 5 }, () => workday), [], []],
            listOfObjectPropertyReferences: [{ objectType: 'binaryValue', objectInstance: 1, pointId: null }],
          },
        ],
      }),
    )
  })
  const texts = documents.map(({ calendars, schedules }) => ({
    calendars: JSON.stringify(calendars),
    schedules: JSON.stringify(schedules),
  }))
  return (device) => {
    const text = texts[Math.floor(random() * texts.length)]
    if (!device.isOnboarded || !text || served[device.model] === 'box' || served[device.model] === 'fanCoil') return
    const savedAt = Math.round(epoch - (2 + random() * 90) * day)
    insert({
      device_id: device.id,
      ...owner,
      ...text,
      version: 1,
      sync_state: 'inSync',
      last_synced_at: savedAt + 3_000,
      updated_at: savedAt,
      updated_by_id: userIdOf('amelie'),
      updated_by_name: 'Amélie Tremblay',
    })
  }
}

/** Three of a thousand controllers take their outdated package in when the seed is made. */
export function deploymentWriter(world: World, { owner }: Parts): (device: Made) => void {
  const insertDeployment = inserter(world.store, 'deployment')
  const insertOperation = inserter(world.store, 'deployment_operation')
  const displayName = catalogue.find(({ name }) => name === 'trends')?.displayName ?? 'trends'
  return (device) => {
    const id = seedId('deployment', `large-${device.name}`)
    insertDeployment({
      id,
      ...owner,
      device_id: device.id,
      operation_id: seedId('operation', 'large-trends'),
      requested_by_id: userIdOf('amelie'),
      requested_by_name: 'Amélie Tremblay',
      requested_at: world.clock.now() - minute,
      status: 'NotStarted',
    })
    insertOperation({
      deployment_id: id,
      position: 0,
      type: 'Install',
      package_name: 'trends',
      display_name: displayName,
      from_version: versionOf('trends', 1),
      to_version: versionOf('trends'),
      status: 'NotStarted',
    })
    refreshDeployment(world.store, id, world.clock.now())
    beginDeployment(world, device.id, id)
  }
}
