/** Graphics files as stored: one row per controller, and the bytes once for all that share them (domain §5.9). */
import { copyFileSync, createReadStream, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { GfxInfo } from '../contracts/configuration-kinds'
import { fail } from '../kit/api-error'
import type { ReplyDownload } from '../kit/call'
import { timestamp } from '../kit/clock'
import { createFolder } from '../kit/folder'
import type { UploadedFile } from '../kit/upload'
import type { World } from '../kit/world'
import { isDirty, readState, type SendStateRecord } from './sends'

export interface GfxRecord {
  device_id: string
  file_name: string
  size: number
  sha256: string
  project_name: string | null
  project_version: string | null
  uploaded_at: number
  uploaded_by: string
  flaw: string | null
}

/** What is known of graphics that a seeded controller was delivered with. */
export type DeliveredState = Pick<SendStateRecord, 'device_id' | 'file_name' | 'file_size' | 'last_sent_time'>

/** Graphics that controllers were delivered with: the services store their name and size. */
export interface DeliveredGraphics {
  record(state: DeliveredState): GfxRecord
  bytes(state: DeliveredState): Buffer
}

const delivered = new WeakMap<World, DeliveredGraphics>()

/** Provides what controllers were delivered with. */
export const provideDeliveredGraphics = (world: World, own: DeliveredGraphics): void => void delivered.set(world, own)

const folderOf = ({ settings }: World) => join(settings.dataDir, 'gfx')

/** Returns where the bytes of a file are, if they are stored. */
export const pathOfGraphics = (world: World, sha256: string): string => join(folderOf(world), `${sha256}.gfx`)

/** Stores the bytes of an upload under their hash. */
export function storeBytes(world: World, { path, sha256 }: UploadedFile): void {
  createFolder(folderOf(world))
  const file = pathOfGraphics(world, sha256)
  if (!existsSync(file)) copyFileSync(path, file)
}

/** Deletes bytes that no controller or backup uses. */
export function sweepBytes(world: World): void {
  createFolder(folderOf(world))
  for (const name of readdirSync(folderOf(world))) {
    const [sha256 = ''] = name.split('.')
    if (!isInUse(world, sha256)) rmSync(join(folderOf(world), name))
  }
}

/** Whether a controller, its last send or a backup uses the bytes. */
function isInUse({ store }: World, sha256: string): boolean {
  const queries = [
    'SELECT 1 FROM gfx_file WHERE sha256 = ? LIMIT 1',
    'SELECT 1 FROM sent_graphics WHERE sha256 = ? LIMIT 1',
    `SELECT 1 FROM template_backup WHERE content IS NOT NULL AND json_extract(content, '$.gfx.sha256') = ? LIMIT 1`,
  ]
  return queries.some((sql) => store.get(sql, sha256) !== undefined)
}

/** Returns the file of a controller with its bytes on disk, for a backup that may outlive it; null when it has none. */
export function retainBytes(world: World, deviceId: string): GfxRecord | null {
  const state = readState(world.store, deviceId, 'gfx')
  if (!state || state.file_name === null) return null
  const { row } = readGfxFile(world, deviceId)
  createFolder(folderOf(world))
  const file = pathOfGraphics(world, row.sha256)
  const bytes = existsSync(file) ? null : deliveredBytes(world, { row, state })
  if (bytes) writeFileSync(file, bytes, { mode: 0o600 })
  return row
}

/** Returns the bytes of a file with which a controller was delivered; null for any other. */
function deliveredBytes(world: World, { row, state }: { row: GfxRecord; state: SendStateRecord }): Buffer | null {
  const source = delivered.get(world)
  return source?.record(state).sha256 === row.sha256 ? source.bytes(state) : null
}

export function storeGfxFile({ store }: World, row: GfxRecord): void {
  store.run(
    `INSERT OR REPLACE INTO gfx_file (device_id, file_name, size, sha256, project_name, project_version, uploaded_at,
       uploaded_by, flaw) VALUES (?,?,?,?,?,?,?,?,?)`,
    row.device_id,
    row.file_name,
    row.size,
    row.sha256,
    row.project_name,
    row.project_version,
    row.uploaded_at,
    row.uploaded_by,
    row.flaw,
  )
}

/** Returns the file of a controller. Throws 4004 when there is none (spec §8). */
export function readGfxFile(world: World, deviceId: string): { row: GfxRecord; state: SendStateRecord } {
  const state = readState(world.store, deviceId, 'gfx')
  if (!state || state.file_name === null) return fail(4004)
  const row = world.store.get<GfxRecord>('SELECT * FROM gfx_file WHERE device_id = ?', deviceId)
  const known = row ?? delivered.get(world)?.record(state)
  return known ? { row: known, state } : fail(4004)
}

export function toGfx({ row, state }: { row: GfxRecord; state: SendStateRecord }): GfxInfo & { deviceId: string } {
  return {
    deviceId: row.device_id,
    fileName: row.file_name,
    processState: state.process_state ?? '',
    sendState: state.send_state,
    size: row.size,
    sha256: row.sha256,
    projectName: row.project_name,
    projectVersion: row.project_version,
    uploadedAt: timestamp(row.uploaded_at),
    uploadedBy: row.uploaded_by,
    lastSentTime: state.last_sent_time === null ? null : timestamp(state.last_sent_time),
    isDirty: isDirty(state),
  }
}

/** Returns the file as a download. Throws 4004 when its bytes are gone. */
export function downloadOf(world: World, { row, state }: { row: GfxRecord; state: SendStateRecord }): ReplyDownload {
  const file = pathOfGraphics(world, row.sha256)
  const bytes = existsSync(file) ? null : (deliveredBytes(world, { row, state }) ?? fail(4004))
  const open = () => (bytes ? Readable.from([bytes]) : createReadStream(file))
  return { name: row.file_name, size: row.size, open }
}
