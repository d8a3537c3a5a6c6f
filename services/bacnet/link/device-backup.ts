/**
 * Backup and restore of a device by its configuration files (clause 19.1): the device enters that mode, its files are
 * read or written, and it leaves the mode, also when anything fails in between.
 */
import type { BackupFile, BackupProgress, ControllerBackup } from '../../link/port'
import { LinkError } from '../../link/port'
import type { DeviceManager } from '../client/device-manager'
import type { RemoteDevice } from '../client/remote-device'
import type { ObjectId } from '../encoding/primitives'
import type { FilePart } from '../messages/files'
import { objectTypes } from '../object-types'
import { type PropertyName, properties } from '../property-ids'
import { isRequestFailure, RequestFailure } from '../refusals'
import type { Timers } from '../timers'
import { numberOf, textOf } from './point-objects'

export interface BackupContext {
  device: RemoteDevice
  manager: DeviceManager
  instance: number
  timers: Timers
  password: string | null
  /** Ends the work, and the mode of the device. */
  signal: AbortSignal
  report(progress: BackupProgress): void
}

/** `BACnetBackupState`. */
const backupStates = {
  idle: 0,
  performingBackup: 3,
  performingRestore: 4,
  backupFailure: 5,
  restoreFailure: 6,
} as const

const pollMs = 1_000
/** How long a device that does not say so may prepare itself, or finish. */
const maxPreparationMs = 60_000
/** Longer times to prepare are not waited for. */
const maxWaitMs = 600_000
/** A larger backup does not fit in one message to the services. */
const maxOctets = 4_194_304
/** What a request or an answer has beside the octets of a file. */
const overheadOctets = 40
const recordsAtOnce = 10

/** Reads all configuration files of a device. Rejects with `RequestFailure` or `LinkError`. */
export async function backUp(context: BackupContext): Promise<ControllerBackup> {
  const { manager, password } = context
  const waitMs = await secondsOf(context, 'backupPreparationTime')
  await manager.reinitialize('startBackup', password)
  const end = () => manager.reinitialize('endBackup', password)
  const files = await inMode(context, end, async () => {
    await waitFor(context, backupStates.performingBackup, waitMs)
    return readFiles(context)
  })
  await end()
  return { files }
}

/** Writes the configuration files of a device. Rejects with `RequestFailure` or `LinkError`. */
export async function restoreFiles(context: BackupContext, files: readonly BackupFile[]): Promise<void> {
  const { manager, password } = context
  const waitMs = await secondsOf(context, 'restorePreparationTime')
  const completionMs = await secondsOf(context, 'restoreCompletionTime')
  await manager.reinitialize('startRestore', password)
  const abort = () => manager.reinitialize('abortRestore', password)
  await inMode(context, abort, async () => {
    await waitFor(context, backupStates.performingRestore, waitMs)
    await writeFiles(context, files)
    await manager.reinitialize('endRestore', password)
    await waitFor(context, backupStates.idle, completionMs)
  })
}

/** Does work in a mode of the device, which ends when the work fails. */
async function inMode<Result>({ signal }: BackupContext, end: () => Promise<void>, work: () => Promise<Result>) {
  try {
    const result = await work()
    requireGoing(signal)
    return result
  } catch (error) {
    await end().catch((failure: unknown) => {
      if (!isRequestFailure(failure)) throw failure
    })
    throw error
  }
}

function requireGoing(signal: AbortSignal): void {
  if (signal.aborted) throw new LinkError('refused', 'aborted')
}

async function propertyOf({ device, instance }: BackupContext, name: PropertyName) {
  const object = { type: objectTypes.device, instance }
  const [result] = await device.readProperties([{ object, property: properties[name] }])
  return result && 'value' in result ? result.value : undefined
}

/** Returns a time that the device states in seconds, in milliseconds. */
async function secondsOf(context: BackupContext, name: PropertyName): Promise<number> {
  const seconds = numberOf(await propertyOf(context, name))
  return seconds === undefined ? maxPreparationMs : Math.min(Math.max(seconds * 1_000, pollMs), maxWaitMs)
}

/** Waits until the device is in a state; one that does not state any is in it. */
async function waitFor(context: BackupContext, wanted: number, maxMs: number): Promise<void> {
  const { timers, signal } = context
  const endAt = timers.now() + maxMs
  for (;;) {
    requireGoing(signal)
    const state = numberOf(await propertyOf(context, 'backupAndRestoreState'))
    if (state === undefined || state === wanted) return
    if (state === backupStates.backupFailure || state === backupStates.restoreFailure)
      throw new LinkError('refused', 'operationalProblem')
    if (timers.now() >= endAt) throw new LinkError('refused', 'timeout')
    await new Promise<void>((resolve) => timers.after(pollMs, resolve))
  }
}

interface FileDetails {
  file: ObjectId
  name: string
  access: BackupFile['access']
  /** Octets or records; null when the device does not say. */
  size: number | null
}

async function configurationFiles(context: BackupContext): Promise<FileDetails[]> {
  const value = await propertyOf(context, 'configurationFiles')
  const files =
    value?.kind === 'primitives' ? value.values.flatMap((one) => (one.type === 'objectId' ? [one.value] : [])) : []
  if (files.length === 0) throw new LinkError('refused', 'optionalFunctionalityNotSupported')
  const names = ['objectName', 'fileAccessMethod', 'fileSize', 'recordCount'] as const
  const results = await context.device.readProperties(
    files.flatMap((object) => names.map((name) => ({ object, property: properties[name] }))),
  )
  return files.map((file, at) => {
    const own = results.slice(at * names.length, (at + 1) * names.length)
    const [name, method, octets, records] = own.map((result) => ('value' in result ? result.value : undefined))
    // 0 is access by record, 1 by stream.
    const access = numberOf(method) === 0 ? 'record' : 'stream'
    const size = numberOf(access === 'record' ? records : octets) ?? null
    return { file, name: textOf(name) || `File ${file.instance}`, access, size }
  })
}

async function readFiles(context: BackupContext): Promise<BackupFile[]> {
  const details = await configurationFiles(context)
  const total = details.some(({ access, size }) => access === 'record' || size === null)
    ? null
    : details.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const files: BackupFile[] = []
  let done = 0
  const progress = (octets: number) => {
    requireGoing(context.signal)
    done += octets
    if (done > maxOctets) throw new LinkError('refused', 'fileTooLarge')
    context.report({ done, total })
  }
  for (const { file, name, access } of details) {
    const read = access === 'record' ? readRecords : readStream
    const pieces = await read(context, file, progress)
    files.push({ instance: file.instance, name, access, pieces: pieces.map((piece) => toBase64(piece)) })
  }
  return files
}

/** Returns the octets of a file as one piece. */
async function readStream({ device }: BackupContext, file: ObjectId, progress: (octets: number) => void) {
  const count = chunkOf(device)
  const parts: Uint8Array[] = []
  for (let start = 0; ; ) {
    const { isEndOfFile, content } = await device.readFile(file, { kind: 'stream', start, count })
    if (content.kind !== 'stream' || content.value.start !== start) throw damaged('octets from elsewhere')
    const { data } = content.value
    parts.push(data.slice())
    start += data.length
    progress(data.length)
    if (isEndOfFile) return [Buffer.concat(parts)]
    if (data.length === 0) throw damaged('a file without an end')
  }
}

async function readRecords({ device }: BackupContext, file: ObjectId, progress: (octets: number) => void) {
  const all: Uint8Array[] = []
  for (;;) {
    const start = all.length
    const { isEndOfFile, content } = await device.readFile(file, { kind: 'record', start, count: recordsAtOnce })
    if (content.kind !== 'record' || content.value.start !== start) throw damaged('records from elsewhere')
    const { records } = content.value
    all.push(...records.map((record) => record.slice()))
    progress(records.reduce((sum, { length }) => sum + length, 0))
    if (isEndOfFile) return all
    if (records.length === 0) throw damaged('a file without an end')
  }
}

async function writeFiles(context: BackupContext, files: readonly BackupFile[]): Promise<void> {
  const details = new Map((await configurationFiles(context)).map((one) => [one.file.instance, one]))
  const octetsOf = ({ pieces }: BackupFile) => pieces.map(fromBase64)
  const total = files.flatMap(octetsOf).reduce((sum, { length }) => sum + length, 0)
  let done = 0
  for (const one of files) {
    const own = details.get(one.instance)
    // A device of another kind has other files.
    if (own?.access !== one.access) throw new LinkError('refused', 'unknownObject')
    const pieces = octetsOf(one)
    if (one.access === 'stream') await fitSize(context, own, pieces[0]?.length ?? 0)
    for (const content of partsOf(one.access, pieces, chunkOf(context.device))) {
      requireGoing(context.signal)
      await context.manager.writeFile(own.file, content)
      done += content.kind === 'stream' ? content.value.data.length : lengthOf(content.value.records)
      context.report({ done, total })
    }
  }
}

const lengthOf = (records: readonly Uint8Array[]) => records.reduce((sum, { length }) => sum + length, 0)

/** Makes a file as long as what is written to it, where the device lets that be written. */
async function fitSize({ manager }: BackupContext, { file, size }: FileDetails, octets: number): Promise<void> {
  if (size === octets) return
  try {
    await manager.writeFileSize(file, octets)
  } catch (error) {
    if (!isRequestFailure(error, 'error')) throw error
  }
}

/** Returns what is written at once, in order. */
function partsOf(access: BackupFile['access'], pieces: readonly Uint8Array[], chunk: number): FilePart['content'][] {
  if (access === 'record')
    return pieces.map((record, start) => ({ kind: 'record', value: { start, count: 1, records: [record] } }))
  const [octets = new Uint8Array()] = pieces
  return Array.from({ length: Math.ceil(octets.length / chunk) }, (_, at) => {
    const start = at * chunk
    return { kind: 'stream', value: { start, data: octets.subarray(start, start + chunk) } }
  })
}

const chunkOf = ({ limits }: RemoteDevice) => Math.max(20, Math.min(limits.maxApdu, 1_476) - overheadOctets)

const damaged = (detail: string) => new RequestFailure({ kind: 'damagedAnswer', detail })

const toBase64 = (octets: Uint8Array) => Buffer.from(octets).toString('base64')
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))
