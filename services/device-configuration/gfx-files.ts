/** Graphics files as stored: one row per controller, and the bytes once for all that share them (domain §5.9). */
import { createHash } from 'node:crypto'
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
import { zipOf } from '../kit/zip'
import { supportedVersion } from './gfx-project'
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
  if (!existsSync(file)) writeFileSync(file, sampleBytes(state), { mode: 0o600 })
  return row
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
  return { row: row ?? sampleRow(state), state }
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

/** Returns the file as a download; sample files of the seed are generated on request. */
export function downloadOf(world: World, { row, state }: { row: GfxRecord; state: SendStateRecord }): ReplyDownload {
  const file = pathOfGraphics(world, row.sha256)
  const open = () => (existsSync(file) ? createReadStream(file) : Readable.from([sampleBytes(state)]))
  return { name: row.file_name, size: row.size, open }
}

const samples = new Map<string, string>()

/** Returns the row of a seeded file, of which only name and size are stored. */
function sampleRow(state: SendStateRecord): GfxRecord {
  const cached = samples.get(`${state.file_name}/${state.file_size}`)
  const sha256 = cached ?? createHash('sha256').update(sampleBytes(state)).digest('hex')
  samples.set(`${state.file_name}/${state.file_size}`, sha256)
  return {
    device_id: state.device_id,
    file_name: state.file_name ?? '',
    size: state.file_size ?? 0,
    sha256,
    project_name: projectOf(state),
    project_version: supportedVersion,
    uploaded_at: (state.last_sent_time ?? 0) - 60_000,
    uploaded_by: 'Amélie Tremblay',
    flaw: null,
  }
}

const projectOf = ({ file_name }: SendStateRecord) => (file_name ?? '').replace(/\.\w+$/, '')

/** Returns an archive of exactly the recorded size; its floor plan is filler. */
function sampleBytes(state: SendStateRecord): Buffer {
  const name = projectOf(state).replace(/[<&]/g, '')
  const main = `<?xml version="1.0" encoding="utf-8"?>\n<Project><Props><Name>${name}</Name><Version>${supportedVersion}</Version></Props></Project>\n`
  const archive = (length: number) =>
    zipOf([
      { name: 'Main.xml', bytes: Buffer.from(main) },
      { name: 'images/floor-plan.bin', bytes: Buffer.alloc(length, name), stored: true },
    ])
  return archive(Math.max(0, (state.file_size ?? 0) - archive(0).length))
}
