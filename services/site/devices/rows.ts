/** Controllers as stored and as returned (spec §3, domain §6.1, §15). */
import type { ConfigurationType, DeploymentStatus, Device, SendState } from '../../contracts/site'
import { timestamp } from '../../kit/clock'
import type { World } from '../../kit/world'
import { isConnected } from '../../link/presence'
import { simulatedProtocol } from '../../link/registry'
import type { PathFinder } from '../hierarchy/paths'
import { rowETagOf } from '../hierarchy/tree-rows'

export interface DeviceRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  space_id: string
  name: string
  sort_name: string
  description: string
  space_served: string | null
  product_id: string | null
  model_type: string
  platform: string
  host_id: string
  /** Names the link that speaks to it. */
  protocol: string
  properties: string
  onboarded: number
  offline_since: number | null
  packages_outdated: number
  packages_total: number
  deployment_status: DeploymentStatus | null
  deployment_message: string | null
  deployment_in_progress: number
  version: number
  /** 0 until its points are first listed. */
  point_count: number
}

interface StateRow {
  device_id: string
  type: ConfigurationType
  send_state: SendState
  content_version: number
  applied_version: number
  last_sent_time: number | null
  file_name: string | null
  process_state: string | null
}

export type ConfigStates = Partial<
  Record<
    ConfigurationType,
    {
      sendState: SendState
      isDirty: boolean
      lastSentTime: string | null
      /** Of graphics; empty without a file. */
      fileName?: string
      processState?: string
    }
  >
>

/**
 * Returns controllers as the service returns them; packages and configuration states are read for all of them at once.
 */
export function toDevices(world: World, rows: readonly DeviceRecord[], paths: PathFinder): Device[] {
  const details = detailsOf(world, rows)
  return toListedDevices(world, rows, paths).map((device, at) => ({ ...device, ...(details[at] as Details) }))
}

/** Returns the fields of a list only. */
export function toListedDevices(world: World, rows: readonly DeviceRecord[], paths: PathFinder) {
  const packages = groupByDevice(
    world.store.all<{ device_id: string; name: string; version: string }>(
      `SELECT device_id, name, version FROM device_package
       WHERE device_id IN (SELECT value FROM json_each(?)) ORDER BY device_id, name, version`,
      JSON.stringify(rows.map((row) => row.id)),
    ),
  )
  const now = world.clock.now()
  return rows.map((row) => ({
    id: row.id,
    eTag: rowETagOf(row),
    name: row.name,
    productId: row.product_id,
    siteId: row.site_id,
    buildingId: row.building_id,
    spaceId: row.space_id,
    hostId: row.host_id,
    packages: (packages.get(row.id) ?? []).map(({ name, version }) => ({ name, version })),
    overallStatus: {
      connected: isConnected(row, now),
      onBoarded: row.onboarded === 1,
      deployment: {
        status: row.deployment_status,
        message: row.deployment_message,
        inProgress: row.deployment_in_progress === 1,
      },
    },
    path: paths.ofDevice(row),
  }))
}

type Details = Pick<
  Device,
  'description' | 'spaceServed' | 'equipment' | 'additionalProperties' | 'configStatus' | 'link'
>

function detailsOf(world: World, rows: readonly DeviceRecord[]): Details[] {
  const equipment = groupByDevice(
    world.store.all<{ device_id: string; equipment_id: string }>(
      `SELECT device_id, equipment_id FROM equipment_device
       WHERE device_id IN (SELECT value FROM json_each(?)) ORDER BY device_id, equipment_id`,
      JSON.stringify(rows.map((row) => row.id)),
    ),
  )
  const states = configStatesOf(world, rows)
  return rows.map((row) => ({
    description: row.description,
    spaceServed: row.space_served,
    equipment: (equipment.get(row.id) ?? []).map(({ equipment_id }) => equipment_id),
    additionalProperties: JSON.parse(row.properties) as Record<string, unknown>,
    configStatus: states.get(row.id) ?? {},
    ...(row.protocol !== simulatedProtocol && {
      link: { protocol: row.protocol, can: [...world.links.of(row.id).can].sort() },
    }),
  }))
}

/** Returns the state of each kind of configuration, by device id. */
export function configStatesOf({ store }: World, rows: readonly { id: string }[]): Map<string, ConfigStates> {
  const stateRows = store.all<StateRow>(
    `SELECT device_id, type, send_state, content_version, applied_version, last_sent_time, file_name, process_state
     FROM configuration_state
     WHERE device_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(rows.map((row) => row.id)),
  )
  const states = new Map<string, ConfigStates>()
  for (const row of stateRows) {
    const deviceStates = states.get(row.device_id) ?? {}
    deviceStates[row.type] = {
      sendState: row.send_state,
      isDirty: row.content_version !== row.applied_version,
      lastSentTime: row.last_sent_time === null ? null : timestamp(row.last_sent_time),
      ...(row.type === 'gfx' ? { fileName: row.file_name ?? '', processState: row.process_state ?? '' } : {}),
    }
    states.set(row.device_id, deviceStates)
  }
  return states
}

function groupByDevice<Row extends { device_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.device_id)
    if (group) group.push(row)
    else groups.set(row.device_id, [row])
  }
  return groups
}
