/** Backups of settings: queued for the link of a controller, and stored as that reports (domain §8.2). */
import { createHash } from 'node:crypto'
import type { BackupPart } from '../contracts/configuration-templates'
import type { World } from '../kit/world'
import { type ZipEntry, zipOf } from '../kit/zip'
import { type BackupRecord, isSettingsBackupOpen, readBackup } from '../site/templates/records'
import { type BackupContent, contentReported } from './backup-content'
import type { SettingsBackup, SettingsBackupReport, WorkProgress } from './port'

/** A backup that nobody begins, or ends, within this time has failed. */
const backupTtlMs = 24 * 3_600_000

const expiryOf = (id: string) => `backup.expire:${id}`

/** Queues a backup for the link of its controller. */
export function queueSettingsBackup({ jobs, clock, links }: World, deviceId: string, id: string): void {
  jobs.schedule('backup.expire', clock.now() + backupTtlMs, { id }, expiryOf(id))
  links.of(deviceId).workQueued(deviceId)
}

/** Registers the job that fails a backup which is not over in time. */
export function registerBackupExpiry(world: World): void {
  world.jobs.onRealTime<{ id: string }>('backup.expire', ({ id }) => {
    const row = readBackup(world.store, id)
    if (!row || !isSettingsBackupOpen(row)) return
    failSettingsBackup(world, row, {
      code: 'TTL_EXPIRED',
      message: 'The controller was not backed up within 24 hours.',
    })
    world.links.of(row.source_id).workAborted(row.source_id, id)
  })
}

/** Returns what the link of a controller is requested to back up. */
export const settingsBackupToRequest = ({ id, includes }: BackupRecord): SettingsBackup => ({
  id,
  includes: JSON.parse(includes) as BackupPart[],
})

/** Moves a backup as its link reports. What is over already is not moved again. */
export function recordSettingsBackupReport(
  world: World,
  row: BackupRecord,
  report: SettingsBackupReport,
): WorkProgress {
  if (!isSettingsBackupOpen(row)) return 'none'
  if (report.is === 'started') {
    if (row.state === 'running') return 'none'
    world.store.run(`UPDATE template_backup SET state = 'running' WHERE id = ?`, row.id)
    return 'moved'
  }
  const content = report.is === 'completed' ? contentReported(world, row.source_id, report.content) : null
  if (content) {
    world.jobs.cancel(expiryOf(row.id))
    storeSettings(world, row, content)
  } else {
    const invalid = { code: 'INVALID_CONTENT', message: 'The controller reported settings that cannot be saved.' }
    failSettingsBackup(world, row, report.is === 'failed' ? report : invalid)
  }
  return 'over'
}

/** Fails a backup; the reason is in the log. */
export function failSettingsBackup(
  { store, jobs, log }: World,
  { id, source_id }: Pick<BackupRecord, 'id' | 'source_id'>,
  { code, message }: { code: string; message: string },
): void {
  jobs.cancel(expiryOf(id))
  log.warn(
    { deviceId: source_id, backupId: id, code, reason: message },
    'the settings of a controller were not backed up',
  )
  store.run(`UPDATE template_backup SET state = 'failed' WHERE id = ?`, id)
}

/** Stores what a controller runs as the content of a backup. */
export function storeSettings(
  { store }: World,
  row: Pick<BackupRecord, 'id' | 'includes' | 'packages' | 'platform'>,
  content: BackupContent,
): void {
  const archive = zipOf(entriesOf(row, content))
  store.run(
    `UPDATE template_backup SET state = 'completed', content = ?, size = ?, sha256 = ? WHERE id = ?`,
    JSON.stringify(content),
    archive.length + (content.gfx?.size ?? 0),
    createHash('sha256').update(archive).digest('hex'),
    row.id,
  )
}

/** Returns the files of the archive (E); a part that the controller does not have is an empty object. */
function entriesOf(
  row: Pick<BackupRecord, 'includes' | 'packages' | 'platform'>,
  { network, time, bacnet, gfx }: BackupContent,
): ZipEntry[] {
  const manifest = { includes: JSON.parse(row.includes) as unknown, packages: JSON.parse(row.packages) as unknown }
  const files: Record<string, unknown> = {
    'META-INF/manifest.json': { ...manifest, platform: JSON.parse(row.platform) as unknown, time, gfx },
    'bacnet.json': bacnet ?? {},
    'network.json': network ?? {},
    'modbus.json': {},
    'security.json': {},
    'iot.json': {},
  }
  return Object.entries(files).map(([name, value]) => ({ name, bytes: Buffer.from(JSON.stringify(value)) }))
}
