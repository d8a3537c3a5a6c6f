/**
 * Backups of controllers that consist of files, and their restore. A transfer that the end of the process interrupts is
 * not repeated: it has failed. The newest of each direction is known for each controller.
 */
import { createHash, randomUUID } from 'node:crypto'
import { fail } from '../../kit/api-error'
import { timestamp } from '../../kit/clock'
import type { World } from '../../kit/world'
import { type BackupProgress, type ControllerBackup, LinkError } from '../../link/port'
import { requireManageable } from './manageable'
import { keepPassword, takePassword } from './passwords'

export const fileTransferSchema = `
CREATE TABLE IF NOT EXISTS file_transfer (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  direction TEXT NOT NULL CHECK (direction IN ('backup', 'restore')),
  backup_id TEXT NOT NULL,
  backup_name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'failed')),
  -- in octets; the total is null while it is not known
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER,
  -- why it failed, in one word
  refusal TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (device_id, direction)
) STRICT, WITHOUT ROWID;
`

const intentKinds = { backup: 'files.backup', restore: 'files.restore' } as const
type Direction = keyof typeof intentKinds

interface TransferWork {
  deviceId: string
  backupId: string
  /** Names the password in memory. */
  passwordKey: string
}

interface Transfer {
  deviceId: string
  backup: { id: string; name: string }
  password: string | null
}

/** Returns what the model of a controller is called, by what it states itself; null where it states nothing. */
export const statedModelOf = ({ store }: World, deviceId: string): string | null =>
  store.get<{ model: string | null }>(
    `SELECT nullif(trim(coalesce(vendor_name, '') || ' ' || coalesce(model_name, '')), '') AS model
     FROM networked_device WHERE device_id = ?`,
    deviceId,
  )?.model ?? null

/** Begins a backup or a restore after the current transaction. Throws 4310 or 4503 where it cannot be. */
export function beginTransfer(world: World, direction: Direction, { deviceId, backup, password }: Transfer): void {
  const { store, clock, intents } = world
  requireManageable(world, deviceId)
  if (store.get(`SELECT 1 FROM file_transfer WHERE device_id = ? AND state = 'running'`, deviceId)) fail(4306)
  store.run(
    `INSERT OR REPLACE INTO file_transfer (device_id, direction, backup_id, backup_name, state, at)
     VALUES (?,?,?,?, 'running', ?)`,
    ...[deviceId, direction, backup.id, backup.name, clock.now()],
  )
  if (direction === 'backup') store.run(`UPDATE template_backup SET state = 'running' WHERE id = ?`, backup.id)
  const work: TransferWork = { deviceId, backupId: backup.id, passwordKey: keepPassword(password) }
  intents.begin(intentKinds[direction], work, [`files:${deviceId}:${randomUUID()}`])
}

/** Registers how files are transferred, and what comes of it. */
export function registerFileTransfers(world: World): void {
  const { store, intents, links, log } = world
  intents.on<TransferWork, ControllerBackup, void>(intentKinds.backup, {
    perform: ({ deviceId, passwordKey }) =>
      once(() => links.of(deviceId).backUpFiles(deviceId, takePassword(passwordKey))),
    complete({ deviceId, backupId }, outcome) {
      if ('error' in outcome) {
        log.warn({ err: outcome.error, deviceId }, 'a controller was not backed up')
        store.run(`UPDATE template_backup SET state = 'failed' WHERE id = ?`, backupId)
        return endTransfer(world, { deviceId, direction: 'backup', error: outcome.error })
      }
      storeBackup(world, backupId, outcome.answer)
      endTransfer(world, { deviceId, direction: 'backup', error: null })
    },
  })
  intents.on<TransferWork, void, void>(intentKinds.restore, {
    perform: ({ deviceId, backupId, passwordKey }) =>
      once(() => {
        const row = store.get<{ content: string }>('SELECT content FROM template_backup WHERE id = ?', backupId)
        const backup = JSON.parse(row?.content ?? '{"files":[]}') as ControllerBackup
        return links.of(deviceId).restoreFiles(deviceId, backup, takePassword(passwordKey))
      }),
    complete({ deviceId }, outcome) {
      const error = 'error' in outcome ? outcome.error : null
      if (error) log.warn({ err: error, deviceId }, 'a controller was not restored')
      endTransfer(world, { deviceId, direction: 'restore', error })
    },
  })
}

/** Does work once: a controller that is silent then is not tried again, since the password is gone. */
async function once<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LinkError && error.refusal === 'unreachable') throw new LinkError('refused', 'silent')
    throw error
  }
}

/** Notes how far the transfer of a controller is. */
export function noteProgress({ store }: World, deviceId: string, { done, total }: BackupProgress): void {
  store.run(
    `UPDATE file_transfer SET done = ?, total = ? WHERE device_id = ? AND state = 'running'`,
    done,
    total,
    deviceId,
  )
}

function endTransfer(
  { store, clock }: World,
  { deviceId, direction, error }: { deviceId: string; direction: Direction; error: unknown },
): void {
  const refusal = error instanceof LinkError ? (error.answer ?? error.refusal) : error ? 'other' : null
  store.run(
    'UPDATE file_transfer SET state = ?, refusal = ?, at = ? WHERE device_id = ? AND direction = ?',
    ...[refusal === null ? 'completed' : 'failed', refusal, clock.now(), deviceId, direction],
  )
}

function storeBackup({ store }: World, backupId: string, backup: ControllerBackup): void {
  const pieces = backup.files.flatMap((file) => file.pieces.map((piece) => Buffer.from(piece, 'base64')))
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  store.run(
    `UPDATE template_backup SET state = 'completed', content = ?, size = ?, sha256 = ? WHERE id = ?`,
    JSON.stringify(backup),
    pieces.reduce((sum, { length }) => sum + length, 0),
    hash.digest('hex'),
    backupId,
  )
}

interface TransferRow {
  direction: Direction
  backup_id: string
  backup_name: string
  state: 'running' | 'completed' | 'failed'
  done: number
  total: number | null
  refusal: string | null
  at: number
}

/** Returns the newest backup and the newest restore of a controller. */
export const transfersOf = ({ store }: World, deviceId: string) =>
  store
    .all<TransferRow>('SELECT * FROM file_transfer WHERE device_id = ? ORDER BY at DESC', deviceId)
    .map(({ backup_id, backup_name, direction, state, done, total, refusal, at }) => ({
      ...{ backupId: backup_id, backupName: backup_name, direction, state, done, total, refusal, at: timestamp(at) },
    }))
