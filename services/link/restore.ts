/** Restoring a backup: it is saved for a controller and sent there in the usual way (domain §17). */
import type { ConfigurationType } from '../contracts/site'
import {
  bacnetSettingsOf,
  isInstanceTaken,
  isNameTaken,
  readBacnet,
  storeBacnet,
} from '../device-configuration/bacnet-records'
import { beginBuild } from '../device-configuration/gfx-build'
import { storeGfxFile } from '../device-configuration/gfx-files'
import { readNetwork, storeNetwork } from '../device-configuration/network-records'
import { isBuilding, isSending } from '../device-configuration/send-states'
import { markContentChanged, queueSend, readState } from '../device-configuration/sends'
import { readTime, storeTime } from '../device-configuration/time-records'
import type { World } from '../kit/world'
import type { BackupContent } from './backup-content'
import { isConnected } from './presence'

interface StoredBackup {
  content: string | null
}

const contentOf = ({ content }: StoredBackup) => JSON.parse(content ?? '{}') as BackupContent

/** Returns the kinds of configuration a backup has, in the order in which they are applied. */
export function restorableTypes(backup: StoredBackup): ConfigurationType[] {
  const content = contentOf(backup)
  return (['time', 'bacnet', 'gfx', 'network'] as const).filter((type) => content[type] !== undefined)
}

/** Whether this kind is being sent or built. */
export function isRestoring({ store }: World, deviceId: string, type: ConfigurationType): boolean {
  const state = readState(store, deviceId, type)
  return state !== undefined && (isSending(state.send_state) || (type === 'gfx' && isBuilding(state.process_state)))
}

interface Order {
  deviceId: string
  backup: StoredBackup
  operationId: string
}

/** Saves everything and sends what can be sent; graphics are built first and sent by the requester. */
export function restore(world: World, { deviceId, backup, operationId }: Order): void {
  const { time, bacnet, gfx, network } = contentOf(backup)
  if (time) {
    storeTime(world, readTime(world, deviceId), time)
    markContentChanged(world.store, deviceId, 'time')
  }
  if (bacnet) saveBacnetOf(world, deviceId, bacnet)
  const before = network && readNetwork(world.store, deviceId)
  if (before) storeNetwork(world.store, before, network)
  if (gfx) buildAgain(world, deviceId, gfx)
  const device = world.store.get<{ onboarded: number; offline_since: number | null }>(
    'SELECT onboarded, offline_since FROM device WHERE id = ?',
    deviceId,
  )
  for (const type of restorableTypes(backup)) {
    const state = type === 'gfx' ? undefined : readState(world.store, deviceId, type)
    if (state && device) queueSend(world, state, operationId, isConnected(device, world.clock.now()))
  }
  world.links.of(deviceId).workQueued(deviceId)
}

/** Keeps the controller's own name and instance when another controller already has those of the backup. */
function saveBacnetOf(world: World, deviceId: string, settings: NonNullable<BackupContent['bacnet']>): void {
  const row = readBacnet(world, deviceId)
  const own = bacnetSettingsOf(row.saved).general
  const { deviceInstance, controllerName } = settings.general
  const general = {
    ...settings.general,
    deviceInstance: isInstanceTaken(world, row, deviceInstance) ? own.deviceInstance : deviceInstance,
    controllerName: isNameTaken(world, row, controllerName) ? own.controllerName : controllerName,
  }
  storeBacnet(world, row, { ...settings, general })
  markContentChanged(world.store, deviceId, 'bacnet')
}

function buildAgain(world: World, deviceId: string, gfx: NonNullable<BackupContent['gfx']>): void {
  storeGfxFile(world, { ...gfx, device_id: deviceId })
  world.store.run(
    `UPDATE configuration_state SET file_name = ?, file_size = ?, content_version = content_version + 1
     WHERE device_id = ? AND type = 'gfx'`,
    gfx.file_name,
    gfx.size,
    deviceId,
  )
  const state = readState(world.store, deviceId, 'gfx')
  if (state) beginBuild(world, state, gfx.file_name)
}
