/** Reading one device: properties, logs, events and files. It learns what the device can do. */
import { type Codec, decodeWhole, encodeWhole } from '../encoding/codec'
import type { ObjectId } from '../encoding/primitives'
import { decodeProperty, type PropertyValue } from '../encoding/property-values'
import type { DeviceLimits } from '../exchange/transaction'
import { type EventSummary, getEventInformationAck, getEventInformationRequest } from '../messages/events'
import { atomicReadFileAck, atomicReadFileRequest, type FileContent } from '../messages/files'
import {
  type ReadRangePlace,
  readPropertyAck,
  readPropertyRequest,
  readRangeAck,
  readRangeRequest,
} from '../messages/reading'
import { segmentation } from '../messages/who-is'
import { DamagedFrame } from '../octets'
import type { Peer } from '../peer'
import { RequestFailure } from '../refusals'
import { confirmedServices } from '../service-numbers'
import type { ApplicationLayer } from './application-layer'
import { MultipleReader, type PropertyResult, type PropertyToRead, type ReadOptions } from './multiple-reader'

/** Where a device is and what it accepts, as its I-Am says. */
export interface RemoteDeviceAddress {
  peer: Peer
  maxApdu: number
  segmentation: number
}

export interface RangeReading {
  value: PropertyValue
  itemCount: number
  hasMore: boolean
  /** The sequence number of the first item; unknown when the device does not say. */
  firstSequenceNumber: number | undefined
}

/** Replies of one question; a device that never ends its list is cut off here. */
const maxEventReplies = 1_000

export class RemoteDevice {
  readonly address: RemoteDeviceAddress
  /** What requests to it must keep to. */
  readonly limits: DeviceLimits
  /** Whether it answers in segments where one message is too short. */
  readonly sendsSegments: boolean
  readonly #application: ApplicationLayer
  readonly #multiple: MultipleReader

  constructor(application: ApplicationLayer, address: RemoteDeviceAddress) {
    this.address = address
    this.#application = application
    const { both, transmit, receive } = segmentation
    this.limits = {
      maxApdu: address.maxApdu,
      acceptsSegments: address.segmentation === both || address.segmentation === receive,
    }
    this.sendsSegments = address.segmentation === both || address.segmentation === transmit
    this.#multiple = new MultipleReader({
      maxApdu: address.maxApdu,
      sendsSegments: this.sendsSegments,
      request: (service, data, options) =>
        this.#application.request(address.peer, service, data, { ...this.limits, ...options }),
      readOne: (ref, options) => this.readProperty(ref, options),
    })
  }

  /** Rejects with `RequestFailure`, also when the answer is about something else. */
  async readProperty(ref: PropertyToRead, options: ReadOptions = {}): Promise<PropertyValue> {
    const { object, property, arrayIndex } = ref
    const data = encodeWhole(readPropertyRequest, ref)
    const limits = { ...this.limits, ...options }
    const answer = await this.#application.request(this.address.peer, confirmedServices.readProperty, data, limits)
    const ack = decodeAnswer(readPropertyAck, answer)
    if (ack.property !== property || ack.arrayIndex !== arrayIndex || ack.object.type !== object.type)
      throw new RequestFailure({ kind: 'damagedAnswer', detail: 'another property' })
    return decodeProperty({ objectType: object.type, property, arrayIndex }, ack.value)
  }

  /** Reads many properties in as few requests as the device allows; each has a value or its own failure. */
  readProperties(refs: readonly PropertyToRead[], options: ReadOptions = {}): Promise<PropertyResult[]> {
    return this.#multiple.read(refs, options)
  }

  /** Reads a part of a list or log; without a place, all that fits. */
  async readRange(ref: PropertyToRead, range?: ReadRangePlace): Promise<RangeReading> {
    const { object, property, arrayIndex } = ref
    const ack = await this.#ask(confirmedServices.readRange, readRangeRequest, { ...ref, range }, readRangeAck)
    return {
      value: decodeProperty({ objectType: object.type, property, arrayIndex }, ack.items),
      itemCount: ack.itemCount,
      hasMore: ack.resultFlags[2] ?? false,
      firstSequenceNumber: ack.firstSequenceNumber,
    }
  }

  /** Returns every object that is in alarm or has transitions to acknowledge. */
  async readEventInformation(): Promise<EventSummary[]> {
    const all: EventSummary[] = []
    for (let reply = 0; reply < maxEventReplies; reply++) {
      const lastReceived = all.at(-1)?.object
      const { summaries, moreEvents } = await this.#ask(
        confirmedServices.getEventInformation,
        getEventInformationRequest,
        lastReceived ? { lastReceived } : {},
        getEventInformationAck,
      )
      all.push(...summaries)
      if (!moreEvents || summaries.length === 0) return all
    }
    throw new RequestFailure({ kind: 'damagedAnswer', detail: 'a list of events without an end' })
  }

  /** Reads octets or records of a file, from a start. */
  readFile(file: ObjectId, access: { kind: 'stream' | 'record'; start: number; count: number }): Promise<FileContent> {
    const { kind, start, count } = access
    const request = { file, access: { kind, value: { start, count } } }
    return this.#ask(confirmedServices.atomicReadFile, atomicReadFileRequest, request, atomicReadFileAck)
  }

  async #ask<Request, Reply>(
    service: number,
    request: Codec<Request>,
    value: Request,
    reply: Codec<Reply>,
  ): Promise<Reply> {
    const data = encodeWhole(request, value)
    return decodeAnswer(reply, await this.#application.request(this.address.peer, service, data, this.limits))
  }
}

/** Returns what an answer says. Throws `RequestFailure` for a damaged one. */
export function decodeAnswer<Reply>(codec: Codec<Reply>, data: Uint8Array): Reply {
  try {
    return decodeWhole(codec, data)
  } catch (error) {
    if (error instanceof DamagedFrame) throw new RequestFailure({ kind: 'damagedAnswer', detail: error.message })
    throw error
  }
}
