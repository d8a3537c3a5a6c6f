/** Equipment, schedules and deployments of `large` (domain §11.3). */

import { ScheduleSave } from '../../contracts/schedules'
import { seedId } from '../../kit/deterministic'
import { nameColumns } from '../../kit/words'
import type { World } from '../../kit/world'
import { completeDocument } from '../../operations/schedules/complete'
import type { Served } from '../../simulation/building/objects'
import { wakeController } from '../../simulation/fleet/wake'
import { refreshDeployment } from '../../site/deployments/records'
import { packageCatalogue, versionOf } from '../catalogue-packages'
import { brickClasses, equipmentIdOf } from '../fleet-equipment'
import { canadianHolidays, frenchHolidays, quebecHolidays, usHolidays } from '../holidays'
import { userIdOf } from '../people'
import { inserter } from './bulk'
import type { Model, SeededDevice } from './devices'
import type { Streams } from './plan'
import type { SeedOwner } from './tree'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface WriterContext {
  owner: SeedOwner
  epoch: number
  streams: Streams
}

/** The equipment of a controller of each model. */
export const equipmentByModel: Record<Model, Served> = {
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

/**
 * Returns a function that writes the equipment of one controller; a supervisor has none. Its points are written when
 * they are first listed.
 */
export function equipmentWriter({ store }: World, { owner }: WriterContext): (device: SeededDevice) => void {
  const insertEquipment = inserter(store, 'equipment')
  const insertLink = inserter(store, 'equipment_device')
  return (device) => {
    const type = brickClasses[equipmentByModel[device.model]]
    if (!device.isOnboarded || !type) return
    const id = equipmentIdOf(device.name)
    insertEquipment({
      id,
      ...owner,
      site_id: device.siteId,
      building_id: device.buildingId,
      space_id: device.spaceId,
      type,
      ...nameColumns(device.name),
      serves_space_ids: JSON.stringify([device.spaceId]),
    })
    insertLink({ equipment_id: id, device_id: device.id })
  }
}

/** The holidays on which sites are closed, as the controllers' calendars have them. */
const holidays = {
  QC: { name: 'Jours fériés du Québec', of: quebecHolidays },
  CA: { name: 'Statutory holidays of Canada', of: canadianHolidays },
  US: { name: 'Federal holidays', of: usHolidays },
  FR: { name: 'Jours fériés de France', of: frenchHolidays },
} as const
type Region = keyof typeof holidays

/** Returns a function that writes the operating hours of air handlers and plants, with the holidays of their region. */
export function scheduleWriter(
  { store }: World,
  { owner, epoch, streams }: WriterContext,
): (device: SeededDevice) => void {
  const random = streams('schedules')
  const insert = inserter(store, 'host_schedule')
  const regions = new Map(
    store
      .all<{ id: string; region: Region }>(
        `SELECT id, iif(state = 'QC', state, country) AS region FROM site WHERE customer_id = ?`,
        owner.customer_id,
      )
      .map(({ id, region }) => [id, region]),
  )
  const textsOf = (region: Region) => [6, 7, 8].map((opens) => documentOf(region, { opens, epoch }))
  const texts = Object.fromEntries((Object.keys(holidays) as Region[]).map((region) => [region, textsOf(region)]))
  return (device) => {
    const choices = texts[regions.get(device.siteId) ?? 'CA'] ?? []
    const text = choices[Math.floor(random() * choices.length)]
    if (
      !device.isOnboarded ||
      !text ||
      equipmentByModel[device.model] === 'box' ||
      equipmentByModel[device.model] === 'fanCoil'
    )
      return
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

/** Returns a host's calendar and schedule as stored. */
function documentOf(region: Region, { opens, epoch }: { opens: number; epoch: number }) {
  const workday = [{ start: `0${opens}:00`, end: '18:30', value: true }]
  const { name, of } = holidays[region]
  const { calendars, schedules } = completeDocument(
    ScheduleSave.parse({
      calendars: [{ key: 'cal-1', name, dateList: of(epoch) }],
      schedules: [
        {
          name: 'Occupancy',
          weeklySchedule: [...Array.from({ length: 5 }, () => workday), [], []],
          exceptionSchedule: [
            { name, eventPriority: 8, period: { type: 'calendarReference', calendarKey: 'cal-1' }, intervals: [] },
          ],
          listOfObjectPropertyReferences: [{ objectType: 'binaryValue', objectInstance: 1, pointId: null }],
        },
      ],
    }),
  )
  return { calendars: JSON.stringify(calendars), schedules: JSON.stringify(schedules) }
}

/** Returns a function that starts a deployment on three in a thousand controllers, of their outdated package. */
export function deploymentWriter(world: World, { owner }: WriterContext): (device: SeededDevice) => void {
  const insertDeployment = inserter(world.store, 'deployment')
  const insertOperation = inserter(world.store, 'deployment_operation')
  const displayName = packageCatalogue.find(({ name }) => name === 'trends')?.displayName ?? 'trends'
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
    wakeController(world, device.id)
  }
}
