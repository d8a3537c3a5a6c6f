/** How a controller backs itself up: its running configuration in one archive (domain §8.2, §12.2). */
import { createHash } from 'node:crypto'
import type { BackupPart } from '../../contracts/configuration-templates'
import { bacnetSettingsOf, readBacnet } from '../../device-configuration/bacnet-records'
import { retainBytes } from '../../device-configuration/gfx-files'
import { readTime, timeSettingsOf } from '../../device-configuration/time-records'
import type { World } from '../../kit/world'
import { type ZipEntry, zipOf } from '../../kit/zip'
import type { BackupContent } from '../../link/backup-content'
import { readController, runningNetwork, stepDurationMs } from '../fleet/controller'
import { activeInjection } from '../fleet/injections'

interface BackupRow {
  id: string
  source_id: string
  includes: string
  packages: string
  platform: string
  state: 'queued' | 'running' | 'completed' | 'failed'
  created_at: number
}

type Moment = 'run' | 'end'

/** Schedules the backup on the controller. */
export function startBackup(world: World, id: string): void {
  const row = readRow(world, id)
  if (row) schedule(world, row, 'run', stepDurationMs(world, row.source_id, 1))
}

/** Registers the jobs of backups. */
export function registerBackups(world: World): void {
  world.jobs.on<{ id: string; moment: Moment }>('backup.step', ({ id, moment }) => {
    const row = readRow(world, id)
    if (row?.state !== (moment === 'run' ? 'queued' : 'running')) return
    const controller = readController(world, row.source_id)
    if (!controller || controller.offline_since !== null || activeInjection(world, row.source_id, 'offline')) {
      return setState(world, id, 'failed')
    }
    if (moment === 'run') {
      setState(world, id, 'running')
      return schedule(world, row, 'end', stepDurationMs(world, row.source_id, 3, 10))
    }
    completeBackup(world, row)
  })
}

const readRow = ({ store }: World, id: string) => store.get<BackupRow>('SELECT * FROM template_backup WHERE id = ?', id)

function schedule({ jobs, clock }: World, { id }: BackupRow, moment: Moment, ms: number): void {
  jobs.schedule('backup.step', clock.now() + ms, { id, moment }, `backup:${id}`)
}

function setState({ store }: World, id: string, state: BackupRow['state']): void {
  store.run('UPDATE template_backup SET state = ? WHERE id = ?', state, id)
}

/** Stores what the controller runs at this moment. */
export function completeBackup(
  world: World,
  row: Pick<BackupRow, 'id' | 'source_id' | 'includes' | 'packages' | 'platform'>,
): void {
  const includes = JSON.parse(row.includes) as BackupPart[]
  const content = contentOf(world, row.source_id, includes)
  const archive = zipOf(entriesOf(row, content))
  world.store.run(
    `UPDATE template_backup SET state = 'completed', content = ?, size = ?, sha256 = ? WHERE id = ?`,
    JSON.stringify(content),
    archive.length + (content.gfx?.size ?? 0),
    createHash('sha256').update(archive).digest('hex'),
    row.id,
  )
}

/** Returns what the controller runs, not what is saved for it. */
function contentOf(world: World, deviceId: string, includes: readonly BackupPart[]): BackupContent {
  const controller = readController(world, deviceId)
  const gfx = includes.includes('gfx') ? retainBytes(world, deviceId) : null
  return {
    ...(includes.includes('network') && controller && { network: runningNetwork(controller) }),
    ...(includes.includes('timeZone') && { time: timeSettingsOf(readTime(world, deviceId).running) }),
    ...(includes.includes('bacnet') && { bacnet: bacnetSettingsOf(readBacnet(world, deviceId).running) }),
    ...(gfx && { gfx }),
  }
}

/** Returns the files of the archive (E); a part this controller does not have is an empty object. */
function entriesOf(
  row: Pick<BackupRow, 'includes' | 'packages' | 'platform'>,
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
