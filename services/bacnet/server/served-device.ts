/** A BACnet device that other programs read, subscribe to and command: the server side of the application layer. */
import { decodeWhole, encodeWhole } from '../encoding/codec'
import { objectKey } from '../encoding/primitives'
import { errorNumbers } from '../encoding/references'
import { type ConfirmedRequest, decodeApdu, encodeApdu } from '../frames/apdu'
import { iAm, iHave, segmentation, type WhoHas, whoHas, whoIs } from '../messages/who-is'
import { objectTypes } from '../object-types'
import { DamagedFrame } from '../octets'
import { type Peer, peerKey } from '../peer'
import { abortReasons, rejectReasons } from '../refusals'
import { confirmedServices, unconfirmedServices } from '../service-numbers'
import type { Timers } from '../timers'
import type { ServedAnswer } from './answers'
import { CovServer } from './cov-server'
import { DeviceManagement } from './device-management'
import {
  type BackupSource,
  type DeviceModel,
  type LogSource,
  type ObjectSource,
  type PointSource,
  type ServedObject,
  type ServedState,
  servedVendor,
} from './device-model'
import { contentsOf } from './device-properties'
import { answerRead, answerReadMultiple, answerWrite } from './device-requests'
import { FileBackup } from './file-backup'
import { answerRange, logObject } from './log-reading'
import { ReplySender } from './reply-sender'

export interface ServedDeviceOptions {
  model: DeviceModel
  source: PointSource
  objects: ObjectSource
  backup: BackupSource
  logs: LogSource
  timers: Timers
  send(peer: Peer, apdu: Uint8Array, isReplyExpected: boolean): void
}

/** Readings within this time are those of one moment. */
const stateMs = 500
/** So many of those that spoke to it last learn that it has started. */
const maxPeers = 16

export class ServedDevice {
  /** Damaged messages in undamaged datagrams. */
  damaged = 0
  readonly #options: ServedDeviceOptions
  readonly #subscriptions: CovServer
  readonly #replies: ReplySender
  readonly #points
  readonly #files: FileBackup
  readonly #management: DeviceManagement
  /** Who spoke to it, the last one last. */
  readonly #peers = new Map<string, Peer>()
  #states: { at: number; states: ReadonlyMap<string, ServedState> } | undefined

  constructor(options: ServedDeviceOptions) {
    this.#options = options
    const { model, timers, source } = options
    const send: ServedDeviceOptions['send'] = (...message) =>
      source.isSilent() || this.#management.isOff || options.send(...message)
    this.#points = new Map(model.points.map((point) => [objectKey(point), point]))
    this.#replies = new ReplySender({ ...model, timers, send })
    const { instance, maxSubscriptions } = model
    this.#subscriptions = new CovServer({
      ...{ instance, maxSubscriptions, timers, send, points: this.#points },
      states: () => this.#statesNow(),
    })
    this.#files = new FileBackup({ source: options.backup, timers, timeZone: model.timeZone })
    this.#management = new DeviceManagement({
      ...{ password: model.password, timers, files: this.#files },
      stopped: () => this.#stop(),
      started: () => {
        for (const peer of this.#peers.values()) if (!source.isSilent()) this.announce(peer)
      },
    })
  }

  get model(): DeviceModel {
    return this.#options.model
  }

  /** Takes a message; a damaged one, or one of nobody's concern, has no effect. */
  receive(octets: Uint8Array, from: Peer, isBroadcast: boolean): void {
    if (this.#options.source.isSilent()) return
    try {
      this.#dispatch(octets, from, isBroadcast)
    } catch (error) {
      if (!(error instanceof DamagedFrame)) throw error
      this.damaged += 1
    }
  }

  /** Notifies the subscribers of what has changed. */
  scan(): void {
    const mayNotify = this.#management.mayInitiate && !this.#options.source.isSilent()
    if (!this.#subscriptions.isEmpty && mayNotify) this.#subscriptions.scan()
  }

  close(): void {
    this.#stop()
    this.#management.close()
    this.#files.close()
  }

  #stop(): void {
    this.#subscriptions.close()
    this.#replies.close()
  }

  #dispatch(octets: Uint8Array, from: Peer, isBroadcast: boolean): void {
    const apdu = decodeApdu(octets)
    if (!this.#management.answers(apdu.kind === 'confirmedRequest' ? apdu.service : null)) return
    this.#remember(from)
    if (apdu.kind === 'unconfirmedRequest') return this.#find(apdu.service, apdu.data, from)
    if (isBroadcast) return
    switch (apdu.kind) {
      case 'confirmedRequest':
        return this.#reply(apdu, from)
      case 'segmentAck':
        return this.#replies.acknowledged(apdu, from)
      case 'abort':
        this.#replies.aborted(apdu.invokeId, from)
        return this.#subscriptions.answered(apdu, from)
      case 'simpleAck':
      case 'error':
      case 'reject':
        return this.#subscriptions.answered(apdu, from)
    }
  }

  #remember(peer: Peer): void {
    this.#peers.delete(peerKey(peer))
    this.#peers.set(peerKey(peer), peer)
    const [first] = this.#peers.keys()
    if (first !== undefined && this.#peers.size > maxPeers) this.#peers.delete(first)
  }

  #find(service: number, data: Uint8Array, from: Peer): void {
    if (service === unconfirmedServices.whoIs && this.#isWithin(decodeWhole(whoIs, data))) this.announce(from)
    if (service !== unconfirmedServices.whoHas) return
    const search = decodeWhole(whoHas, data)
    const found = this.#isWithin(search) && this.#objectNamed(search)
    if (!found) return
    const { instance } = this.model
    const answer = { device: { type: objectTypes.device, instance }, object: found.object, name: { text: found.name } }
    this.#sendUnconfirmed(from, unconfirmedServices.iHave, encodeWhole(iHave, answer))
  }

  /** Says who it is. */
  announce(to: Peer): void {
    const { instance, maxApdu, sendsSegments } = this.model
    const answer = {
      ...{ device: { type: objectTypes.device, instance }, maxApdu, vendorId: servedVendor.id },
      segmentation: sendsSegments ? segmentation.transmit : segmentation.none,
    }
    this.#sendUnconfirmed(to, unconfirmedServices.iAm, encodeWhole(iAm, answer))
  }

  #isWithin({ lowLimit, highLimit }: { lowLimit?: number; highLimit?: number }): boolean {
    const { instance } = this.model
    if (lowLimit === undefined || highLimit === undefined) return true
    return instance >= lowLimit && instance <= highLimit
  }

  #objectNamed({ object }: WhoHas) {
    const { instance, name } = this.model
    const objects = [
      { object: { type: objectTypes.device as number, instance }, name },
      ...[...this.#points.values(), ...this.#others()].map((one) => ({
        object: { type: one.type as number, instance: one.instance },
        name: one.name,
      })),
    ]
    return objects.find((one) =>
      object.kind === 'name' ? one.name === object.value.text : objectKey(one.object) === objectKey(object.value),
    )
  }

  #sendUnconfirmed(to: Peer, service: number, data: Uint8Array): void {
    this.#options.send(to, encodeApdu({ kind: 'unconfirmedRequest', service, data }), false)
  }

  #reply(request: ConfirmedRequest, from: Peer): void {
    const { invokeId, service } = request
    const answer = this.#answer(request, from)
    if (answer.kind === 'data') return this.#replies.reply(request, answer.data, from)
    const send = (apdu: Parameters<typeof encodeApdu>[0]) => this.#options.send(from, encodeApdu(apdu), false)
    switch (answer.kind) {
      case 'acknowledge':
        return send({ kind: 'simpleAck', invokeId, service })
      case 'error':
        return send({ kind: 'error', invokeId, service, data: encodeWhole(errorNumbers, answer) })
      case 'reject':
        return send({ kind: 'reject', invokeId, reason: answer.reason })
      case 'abort':
        return send({ kind: 'abort', isFromServer: true, invokeId, reason: answer.reason })
    }
  }

  #answer({ service, segment, data }: ConfirmedRequest, from: Peer): ServedAnswer {
    if (segment) return { kind: 'abort', reason: abortReasons.segmentationNotSupported }
    try {
      return this.#serve(service, data, from)
    } catch (error) {
      if (!(error instanceof DamagedFrame)) throw error
      this.damaged += 1
      return {
        kind: 'reject',
        reason: data.length === 0 ? rejectReasons.missingRequiredParameter : rejectReasons.invalidTag,
      }
    }
  }

  #serve(service: number, data: Uint8Array, from: Peer): ServedAnswer {
    switch (service) {
      case confirmedServices.readProperty:
        return answerRead(this.#contents(), data)
      case confirmedServices.readPropertyMultiple:
        return answerReadMultiple(this.#contents(), data)
      case confirmedServices.subscribeCov:
        return this.#subscriptions.subscribe(data, from)
      case confirmedServices.writeProperty: {
        const { source, model } = this.#options
        const objects: ObjectSource = { all: () => this.#others(), write: (...write) => this.#write(...write) }
        const answer = answerWrite(
          { ...this.#contents(), points: this.#points, source, objects, name: model.name },
          data,
        )
        this.#states = undefined
        this.#options.timers.after(0, () => this.scan())
        return answer
      }
      case confirmedServices.readRange: {
        const { model, logs } = this.#options
        return answerRange({ source: logs, timeZone: model.timeZone, maxOctets: model.maxApdu }, data)
      }
      case confirmedServices.atomicReadFile:
        return this.#files.read(data)
      case confirmedServices.atomicWriteFile:
        return this.#files.write(data)
      case confirmedServices.deviceCommunicationControl:
        return this.#management.control(data)
      case confirmedServices.reinitializeDevice:
        return this.#management.reinitialize(data, peerKey(from))
      default:
        return { kind: 'reject', reason: rejectReasons.unrecognizedService }
    }
  }

  #contents() {
    const { model, timers } = this.#options
    const { startedAt, restartReason } = this.#management
    const content = contentsOf(model, {
      states: () => this.#statesNow(),
      now: () => ({
        ...{ now: timers.now(), startedAt, restartReason, backup: this.#files },
        subscriptions: this.#subscriptions.listed(),
      }),
      others: () => this.#others(),
    })
    return { instance: model.instance, content }
  }

  /** Returns the objects beside the points: those of the device, its logs and its file. */
  #others(): readonly ServedObject[] {
    const { objects, logs } = this.#options
    return [...objects.all(), ...logs.all().map(logObject), this.#files.object()]
  }

  #write(...[object, property, value]: Parameters<ObjectSource['write']>) {
    const isRead = object.type === objectTypes.file || object.type === objectTypes.trendLog
    return isRead ? 'writeAccessDenied' : this.#options.objects.write(object, property, value)
  }

  #statesNow(): ReadonlyMap<string, ServedState> {
    const now = this.#options.timers.now()
    if (!this.#states || now - this.#states.at > stateMs || now < this.#states.at)
      this.#states = { at: now, states: this.#options.source.states() }
    return this.#states.states
  }
}
