/** The configuration of a served device as a file, and the modes in which it is read and written (clauses 14 and 19.1). */

import { decodeWhole, encodeWhole } from '../encoding/codec'
import type { ObjectId } from '../encoding/primitives'
import { type Primitive, primitive } from '../encoding/values'
import { dateTimeIn } from '../encoding/zoned-date-time'
import { atomicReadFileAck, atomicReadFileRequest, atomicWriteFileAck, atomicWriteFileRequest } from '../messages/files'
import type { ReinitializedState } from '../messages/management'
import { objectTypes } from '../object-types'
import type { Timers } from '../timers'
import { errorOf, type ServedAnswer } from './answers'
import type { BackupSource, PropertyContent, ServedObject } from './device-model'

interface BackupOptions {
  source: BackupSource
  timers: Timers
  timeZone: string
}

type Mode = { kind: 'idle' | 'failed' } | { kind: 'backup' | 'restore'; octets: Uint8Array; peer: string }
type ModeChange = Exclude<ReinitializedState, 'coldStart' | 'warmStart'>

/** `BACnetBackupState`. */
export const backupStates = { idle: 0, backup: 3, restore: 4, failed: 6 } as const
/** A mode in which nothing happens for so long ends. */
export const backupTimeoutSeconds = 60
/** No file becomes longer. */
const maxOctets = 1_048_576
const streamAccess = 1

/** The file of the configuration. */
export const configurationFile: ObjectId = { type: objectTypes.file, instance: 1 }

export class FileBackup {
  readonly #options: BackupOptions
  #mode: Mode = { kind: 'idle' }
  #cancelTimeout: () => void = () => {}
  readonly #createdAt: number
  /** When the configuration was restored last, ms; null for never. */
  restoredAt: number | null = null
  /** Counts changes of the configuration. */
  revision = 1

  constructor(options: BackupOptions) {
    this.#options = options
    this.#createdAt = options.timers.now()
  }

  get state(): number {
    return backupStates[this.#mode.kind]
  }

  get isBusy(): boolean {
    return this.#mode.kind === 'backup' || this.#mode.kind === 'restore'
  }

  /** Returns the object of the file. */
  object(): ServedObject {
    const { source, timeZone } = this.#options
    const octets = 'octets' in this.#mode ? this.#mode.octets : source.read()
    const { date, time } = dateTimeIn(timeZone, this.restoredAt ?? this.#createdAt)
    const content = (...all: Primitive[]): PropertyContent => ({
      value: new Uint8Array(Buffer.concat(all.map((one) => encodeWhole(primitive, one)))),
    })
    return {
      ...configurationFile,
      name: 'Configuration',
      properties: [
        ['fileType', content({ type: 'characterString', value: { text: 'application/json' } })],
        ['fileSize', content({ type: 'unsigned', value: octets.length })],
        ['modificationDate', content({ type: 'date', value: date }, { type: 'time', value: time })],
        ['archive', content({ type: 'boolean', value: false })],
        ['readOnly', content({ type: 'boolean', value: this.#mode.kind !== 'restore' })],
        ['fileAccessMethod', content({ type: 'enumerated', value: streamAccess })],
      ],
    }
  }

  /** Begins or ends a mode for the peer that requests it. */
  enter(change: ModeChange, peer: string): ServedAnswer {
    const { source } = this.#options
    const mode = this.#mode
    const isForeign = 'peer' in mode && mode.peer !== peer
    switch (change) {
      case 'startBackup':
      case 'startRestore':
        if (this.isBusy) return errorOf('device', 'configurationInProgress')
        this.#begin(
          change === 'startBackup'
            ? { kind: 'backup', octets: source.read(), peer }
            : { kind: 'restore', octets: new Uint8Array(0), peer },
        )
        return { kind: 'acknowledge' }
      case 'endBackup':
        if (mode.kind !== 'backup' || isForeign) return errorOf('services', 'serviceRequestDenied')
        this.#end('idle')
        return { kind: 'acknowledge' }
      case 'abortRestore':
        if (mode.kind !== 'restore' || isForeign) return errorOf('services', 'serviceRequestDenied')
        this.#end('idle')
        return { kind: 'acknowledge' }
      case 'endRestore':
        if (mode.kind !== 'restore' || isForeign) return errorOf('services', 'serviceRequestDenied')
        if (!source.restore(mode.octets)) {
          this.#end('failed')
          return errorOf('device', 'invalidConfigurationData')
        }
        this.restoredAt = this.#options.timers.now()
        this.revision += 1
        this.#end('idle')
        return { kind: 'acknowledge' }
    }
  }

  /** Executes AtomicReadFile. Throws `DamagedFrame` when the data is damaged. */
  read(data: Uint8Array): ServedAnswer {
    const { file, access } = decodeWhole(atomicReadFileRequest, data)
    const mode = this.#mode
    if (!isConfiguration(file)) return errorOf('object', 'unknownObject')
    if (mode.kind !== 'backup') return errorOf('services', 'fileAccessDenied')
    if (access.kind !== 'stream') return errorOf('services', 'invalidFileAccessMethod')
    const { start, count } = access.value
    if (start < 0 || start > mode.octets.length) return errorOf('services', 'invalidFileStartPosition')
    this.#expireLater()
    const part = mode.octets.subarray(start, start + count)
    const content = { kind: 'stream' as const, value: { start, data: part } }
    const isEndOfFile = start + part.length >= mode.octets.length
    return { kind: 'data', data: encodeWhole(atomicReadFileAck, { isEndOfFile, content }) }
  }

  /** Executes AtomicWriteFile: a start of -1 is the end of the file. Throws `DamagedFrame` when the data is damaged. */
  write(data: Uint8Array): ServedAnswer {
    const { file, content } = decodeWhole(atomicWriteFileRequest, data)
    const mode = this.#mode
    if (!isConfiguration(file)) return errorOf('object', 'unknownObject')
    if (mode.kind !== 'restore') return errorOf('services', 'fileAccessDenied')
    if (content.kind !== 'stream') return errorOf('services', 'invalidFileAccessMethod')
    const { data: part } = content.value
    const start = content.value.start === -1 ? mode.octets.length : content.value.start
    if (start < 0 || start > mode.octets.length) return errorOf('services', 'invalidFileStartPosition')
    if (start + part.length > maxOctets) return errorOf('resources', 'noSpaceToWriteProperty')
    const octets = new Uint8Array(Math.max(mode.octets.length, start + part.length))
    octets.set(mode.octets)
    octets.set(part, start)
    this.#mode = { ...mode, octets }
    this.#expireLater()
    return { kind: 'data', data: encodeWhole(atomicWriteFileAck, { kind: 'stream', value: start }) }
  }

  close(): void {
    this.#cancelTimeout()
  }

  #begin(mode: Mode): void {
    this.#mode = mode
    this.#expireLater()
  }

  #end(kind: 'idle' | 'failed'): void {
    this.#cancelTimeout()
    this.#mode = { kind }
  }

  #expireLater(): void {
    this.#cancelTimeout()
    this.#cancelTimeout = this.#options.timers.after(backupTimeoutSeconds * 1_000, () => this.#end('idle'))
  }
}

const isConfiguration = ({ type, instance }: ObjectId) =>
  type === configurationFile.type && instance === configurationFile.instance
