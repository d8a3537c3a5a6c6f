/** Backups of controllers, and their restore (spec §7, domain §8.2, §17). */
import { randomUUID } from 'node:crypto'
import type { ConfigurationType, SendState, site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { reachOf } from '../../kit/caller'
import { timestamp } from '../../kit/clock'
import { scopeOfDevice } from '../../kit/scope'
import type { World } from '../../kit/world'
import { isConnected } from '../../link/presence'
import { isRestoring, restorableTypes, restore } from '../../link/restore'
import { queueSettingsBackup } from '../../link/settings-backups'
import type { DeviceRecord } from '../devices/rows'
import { readRow } from '../hierarchy/rows'
import { requireScopeWritable } from '../hierarchy/write-checks'
import { beginTransfer, statedModelOf } from '../management/file-transfers'
import { installedOn, readProduct } from '../packages/installed'
import {
  type BackupRecord,
  filesPart,
  isSettingsBackupOpen,
  readBackup,
  readTemplate,
  scopeOfRow,
  toBackup,
} from './records'

type Backups = Pick<Handlers<typeof site>, 'createBackup' | 'deleteBackup' | 'restore'>

export const backups: Backups = {
  createBackup(call) {
    const { params, body, world } = call
    const { store, clock } = world
    const template = readTemplate(store, params.id)
    const owner = requireScopeWritable(call, scopeOfRow(template))
    call.require(scopeOfDevice(store, body.deviceId))
    const device = readRow(store, 'device', body.deviceId)
    if (device.site_id !== template?.site_id) fail(4000, { errors: { deviceId: 'errors.templates.otherSite' } })
    const product = readProduct(store, device.product_id)
    if (!product || product.platform === 'Niagara') return fail(4310)
    const link = world.links.of(device.id)
    const hasFiles = body.includes.includes(filesPart)
    if (!link.can.has(hasFiles ? 'fileBackup' : 'backup')) fail(4310)
    if (template.product_id !== null && template.product_id !== device.product_id) fail(4310)
    if (!device.onboarded) fail(4304)
    if (!isConnected(device, clock.now())) fail(4303)

    const id = randomUUID()
    const packages = installedOn(store, device.id)
    const softwareVersion = packages.filter(({ name }) => name === 'platform').at(-1)?.version ?? null
    store.run(
      `INSERT INTO template_backup (id, tenant_id, customer_id, template_id, source_id, model_type, name, key, includes,
         packages, platform, state, created_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,'queued',?)`,
      id,
      owner.tenantId,
      owner.customerId,
      template.id,
      device.id,
      device.model_type,
      body.name,
      keyOf(device, clock.now()),
      JSON.stringify([...new Set(body.includes)]),
      JSON.stringify(packages),
      JSON.stringify({
        modelName: (hasFiles && statedModelOf(world, device.id)) || product.model.name,
        softwareVersion,
      }),
      clock.now(),
    )
    const backup = { id, name: body.name }
    if (hasFiles) beginTransfer(world, 'backup', { deviceId: device.id, backup, password: body.password })
    else queueSettingsBackup(world, device.id, id)
    call.touched(id, device.id)
    return toBackup(readBackup(store, id) ?? fail(4005))
  },

  deleteBackup(call) {
    const { params, world } = call
    const backup = readBackup(world.store, params.id)
    requireScopeWritable(call, scopeOfRow(backup))
    if (!backup) return
    const link = world.links.of(backup.source_id)
    if (backup.state === 'running' && isOfFiles(backup)) link.backupAborted(backup.source_id)
    world.store.run('DELETE FROM template_backup WHERE id = ?', params.id)
    if (isSettingsBackupOpen(backup)) link.workAborted(backup.source_id, backup.id)
  },

  restore(call) {
    const { params, body, caller, world } = call
    const { store } = world
    requireScopeWritable(call, scopeOfDevice(store, params.id))
    const device = readRow(store, 'device', params.id)
    const backup = readBackup(store, body.backupId)
    const visible =
      backup && reachOf(caller, 'template.read', { tenantId: backup.tenant_id, customerId: backup.customer_id })
    if (!backup || !visible || visible === '-' || backup.customer_id !== device.customer_id) {
      return fail(4000, { errors: { backupId: 'errors.field.choice' } })
    }
    if (backup.content === null) fail(4000, { errors: { backupId: 'errors.templates.backupNotReady' } })
    if (backup.model_type !== device.model_type) fail(4310)
    if (!device.onboarded) fail(4304)
    if (isOfFiles(backup)) {
      requireSameModel(world, device.id, backup)
      beginTransfer(world, 'restore', { deviceId: device.id, backup, password: body.password })
      return { operationId: randomUUID(), data: [{ deviceId: device.id, results: [] }] }
    }
    const types = restorableTypes(backup)
    const { can } = world.links.of(device.id)
    if (types.some((type) => !can.has(type))) fail(4310)
    if (types.some((type) => isRestoring(world, device.id, type))) fail(4503)

    const operationId = randomUUID()
    restore(world, { deviceId: device.id, backup, operationId })
    store.run(
      `INSERT INTO template_application (template_id, device_id, at, result) VALUES (?,?,?,'restored')`,
      backup.template_id,
      device.id,
      world.clock.now(),
    )
    const states = store.all<{ type: ConfigurationType; sendState: SendState }>(
      'SELECT type, send_state AS sendState FROM configuration_state WHERE device_id = ?',
      device.id,
    )
    const results = types.flatMap((type) => states.filter((state) => state.type === type))
    return { operationId, data: [{ deviceId: device.id, results }] }
  },
}

const isOfFiles = ({ includes }: BackupRecord) => (JSON.parse(includes) as string[]).includes(filesPart)

/** Throws 4310 unless files are those of the controller, which may have been replaced by one of another model. */
function requireSameModel(world: World, deviceId: string, { source_id, platform }: BackupRecord): void {
  const { modelName } = JSON.parse(platform) as { modelName: string }
  const stated = statedModelOf(world, deviceId)
  if (source_id !== deviceId || (stated !== null && stated !== modelName)) fail(4310)
}

/** Returns the controller's name of a backup: its host id and the second. */
function keyOf(device: DeviceRecord, at: number): string {
  return `${device.host_id}-${timestamp(at).replace(/\D/g, '').slice(0, 14)}`
}
