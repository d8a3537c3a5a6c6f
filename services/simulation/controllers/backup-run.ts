/** How a controller backs itself up: what it runs, in one piece (domain §8.2, §12.2). */
import type { BackupPart } from '../../contracts/configuration-templates'
import { bacnetSettingsOf, readBacnet } from '../../device-configuration/bacnet-records'
import { retainBytes } from '../../device-configuration/gfx-files'
import { readTime, timeSettingsOf } from '../../device-configuration/time-records'
import type { World } from '../../kit/world'
import type { BackupContent } from '../../link/backup-content'
import { LinkError, type SettingsBackup } from '../../link/port'
import type { BackupWork, SimulatedController } from '../fleet/controller'
import { parseWork, readController, runningNetwork, setWork, stepDurationMs } from '../fleet/controller'
import { reportsOf } from '../fleet/reports'
import { wakeController } from '../fleet/wake'
import { scheduleWorkStep, type WorkStep } from './link'

/** Starts a backup, unless the controller is at it. Throws when it does something else. */
export function beginBackup(world: World, deviceId: string, backup: SettingsBackup): void {
  const controller = readController(world, deviceId)
  if (!controller) throw new LinkError('unsupported')
  const work = parseWork(controller)
  if (work?.id === backup.id) return
  if (work) throw new LinkError('unreachable')
  setWork(world, deviceId, { kind: 'backup', ...backup })
  scheduleWorkStep(world, deviceId, { name: 'run' }, stepDurationMs(world, deviceId, 1))
}

/** Runs one step of the backup in progress. */
export function stepBackup(
  world: World,
  { device_id }: SimulatedController,
  { id, includes }: BackupWork,
  { name }: WorkStep,
): void {
  if (name === 'run') {
    reportsOf(world).settingsBackupProgress(device_id, { backupId: id, is: 'started' })
    return scheduleWorkStep(world, device_id, { name: 'end' }, stepDurationMs(world, device_id, 3, 10))
  }
  const content = runningSettings(world, device_id, includes)
  reportsOf(world).settingsBackupProgress(device_id, { backupId: id, is: 'completed', content })
  setWork(world, device_id, null)
  wakeController(world, device_id)
}

/** Returns what the controller runs, not what is saved for it. */
export function runningSettings(world: World, deviceId: string, includes: readonly BackupPart[]): BackupContent {
  const controller = readController(world, deviceId)
  const gfx = includes.includes('gfx') ? retainBytes(world, deviceId) : null
  return {
    ...(includes.includes('network') && controller && { network: runningNetwork(controller) }),
    ...(includes.includes('timeZone') && { time: timeSettingsOf(readTime(world, deviceId).running) }),
    ...(includes.includes('bacnet') && { bacnet: bacnetSettingsOf(readBacnet(world, deviceId).running) }),
    ...(gfx && { gfx }),
  }
}
