/**
 * The events of one controller: those that it notifies of, those that it returns on request, acknowledgements, and
 * this side among the recipients of its notification classes.
 */
import type { EventRef, LinkEvents } from '../../link/port'
import type { BacnetClient } from '../client/bacnet-client'
import type { Destination } from '../client/device-writer'
import type { RemoteDevice } from '../client/remote-device'
import { type ObjectId, objectKey } from '../encoding/primitives'
import { dateTimeIn } from '../encoding/zoned-date-time'
import type { EventNotification, EventSummary } from '../messages/events'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import { isRequestFailure } from '../refusals'
import type { Timers } from '../timers'
import {
  type EventSubject,
  eventOfNotification,
  eventStateNumber,
  eventStateOf,
  eventsOfSummary,
  objectTypeName,
  objectTypeNumber,
  type SummaryDetails,
  stampOf,
} from './event-mapping'
import { listObjects } from './inventory'
import { numberOf, textOf } from './point-objects'

export interface EventContext {
  deviceId: string
  client: BacnetClient
  timers: Timers
  events: LinkEvents
  log(text: string): void
  /** The zone of the device's clock. */
  timeZone(): string
  /** Returns what is known of an object, once its unit was read; undefined for one that is no point. */
  subjectOf(object: ObjectId): Promise<EventSubject | undefined>
}

interface EventSource {
  instance: number
  isWritable: boolean
}

/** How often the events of a device are read: one that notifies this side, and one that does not. */
const notifiedSummaryMs = 600_000
const summaryMs = 60_000
/** How often this side is added to the recipients again, which changes nothing where it is one. */
const enrolMs = 3_600_000
/** How long after a failure they are read again. */
const retryMs = 30_000
/** Names this side in the recipient lists of devices. */
export const recipientProcessId = 20_588
/** Values and limits are read for as many objects in alarm at once; the others are alarms without them. */
const maxDetails = 500

const notifyTypes = { acknowledgement: 2 } as const
/** A log with new records is no alarm. */
const bufferReady = 10

export class ControllerEvents {
  readonly #context: EventContext
  /** When the next summary is due, and when this side is added to the recipients again. */
  #summaryAt = 0
  #enrolAt = 0
  /** Counts what makes both due at once, and what the device notified of. */
  #round = 0
  #notified = 0
  #taking = Promise.resolve()
  #isBusy = false
  /** The notification classes of which this side is a recipient. */
  #recipientIn: ObjectId[] = []
  readonly #names = new Map<string, string>()

  constructor(context: EventContext) {
    this.#context = context
  }

  /** Requests all events again soon: the device was silent, or has started. */
  expire(): void {
    this.#round += 1
    this.#summaryAt = 0
    this.#enrolAt = 0
  }

  /** Does what is due with a device that answers. */
  tick(device: RemoteDevice, { instance, isWritable }: EventSource): void {
    const now = this.#context.timers.now()
    if (this.#isBusy || now < this.#summaryAt) return
    this.#isBusy = true
    const round = this.#round
    this.#work(device, { instance, isWritable })
      .catch((error: unknown) => {
        if (!isRequestFailure(error)) throw error
        return error.failure.kind === 'reject' ? notifiedSummaryMs : retryMs
      })
      .then((pauseMs) => {
        if (round === this.#round) this.#summaryAt = this.#context.timers.now() + pauseMs
      })
      .finally(() => {
        this.#isBusy = false
      })
  }

  /** Takes a notification of the device, after those before it. */
  take(notification: EventNotification, device: RemoteDevice): Promise<void> {
    this.#notified += 1
    const taken = this.#taking.then(() => this.#report(notification, device))
    this.#taking = taken.catch(() => undefined)
    return taken
  }

  async #report(notification: EventNotification, device: RemoteDevice): Promise<void> {
    const { deviceId, events } = this.#context
    const { object, toState, notifyType } = notification
    if (notification.eventType === bufferReady) return
    if (notifyType === notifyTypes.acknowledgement) {
      const state = eventStateOf(toState)
      const transition = state === 'normal' ? 'toNormal' : state === 'fault' ? 'toFault' : 'toOffnormal'
      const ref = { objectType: objectTypeName(object.type), objectInstance: object.instance }
      return events.acknowledged(deviceId, ref, [transition])
    }
    const subject = await this.#subjectOf(object, device)
    events.transition(deviceId, eventOfNotification(notification, subject))
  }

  /** Acknowledges what waits at the device. Rejects with `RequestFailure` when it refuses or is silent. */
  async acknowledge(device: RemoteDevice, { by, pending }: Pick<EventRef, 'by' | 'pending'>): Promise<void> {
    const { client, timers, timeZone } = this.#context
    const at = { kind: 'dateTime', value: dateTimeIn(timeZone(), timers.now()) } as const
    for (const { objectType, objectInstance, into, stamp } of pending) {
      const type = objectTypeNumber(objectType)
      if (type === undefined) continue
      await client.writer(device).acknowledge(
        {
          object: { type, instance: objectInstance },
          eventState: eventStateNumber(into),
          eventTime: stampOf(stamp),
        },
        { processId: recipientProcessId, person: by, at },
      )
    }
  }

  /** Removes this side from the recipients of the device, as far as it answers. */
  async leave(device: RemoteDevice): Promise<void> {
    const recipient = this.#recipientFor(device)
    const classes = this.#recipientIn
    this.#recipientIn = []
    if (!recipient) return
    const writer = this.#context.client.writer(device)
    const removed = await Promise.allSettled(classes.map((one) => writer.removeRecipient(one, recipient)))
    for (const one of removed) if (one.status === 'rejected' && !isRequestFailure(one.reason)) throw one.reason
  }

  /** Returns how long the next summary may wait. */
  async #work(device: RemoteDevice, { instance, isWritable }: EventSource): Promise<number> {
    const { deviceId, events, timers } = this.#context
    if (isWritable && timers.now() >= this.#enrolAt) await this.#enrol(device, instance)
    const notified = this.#notified
    const described = await this.#describe(await device.readEventInformation(), device)
    // What the device has notified of meanwhile is newer than its summary.
    if (notified !== this.#notified) return 0
    events.eventSummary(deviceId, described)
    return this.#recipientIn.length > 0 ? notifiedSummaryMs : summaryMs
  }

  async #describe(summaries: readonly EventSummary[], device: RemoteDevice) {
    const names = ['notificationClass', 'presentValue', 'highLimit', 'lowLimit', 'deadband'] as const
    const results = await device.readProperties(
      summaries
        .slice(0, maxDetails)
        .flatMap(({ object }) => names.map((name) => ({ object, property: properties[name] }))),
    )
    const described = []
    for (const [at, summary] of summaries.entries()) {
      const subject = await this.#subjectOf(summary.object, device)
      const [notificationClass, presentValue, highLimit, lowLimit, deadband] = results
        .slice(at * names.length, (at + 1) * names.length)
        .map((result) => ('value' in result ? (numberOf(result.value) ?? null) : null))
      const inUnit = (value: number | null | undefined) => (value == null ? null : subject.toUnit(value))
      const details: SummaryDetails = {
        notificationClass: notificationClass ?? null,
        presentValue: inUnit(presentValue),
        highLimit: inUnit(highLimit),
        lowLimit: inUnit(lowLimit),
        deadband: deadband == null ? null : subject.toUnitDifference(deadband),
      }
      described.push(...eventsOfSummary(summary, subject, details))
    }
    return described
  }

  /** Adds this side to the recipients of each notification class that does not have it. */
  async #enrol(device: RemoteDevice, instance: number): Promise<void> {
    const { client, log, deviceId, timers } = this.#context
    const recipient = this.#recipientFor(device)
    this.#recipientIn = []
    this.#enrolAt = timers.now() + enrolMs
    if (!recipient) return
    const objects = await listObjects(device, instance)
    for (const object of objects.filter(({ type }) => type === objectTypes.notificationClass)) {
      try {
        await client.writer(device).addRecipient(object, recipient)
        this.#recipientIn.push(object)
      } catch (error) {
        if (!isRequestFailure(error)) throw error
        this.#enrolAt = timers.now() + notifiedSummaryMs
        log(`${deviceId}: notification class ${object.instance} does not take this side: ${error.message}`)
      }
    }
  }

  /** Returns the entry of this side; null for a device behind a router, which would need the number of our network. */
  #recipientFor({ address }: RemoteDevice): Destination | null {
    const { client } = this.#context
    if (address.peer.station) return null
    const { address: own, port } = client.local
    const time = (hour: number, minute: number, second: number, hundredths: number) => ({
      ...{ hour, minute, second, hundredths },
    })
    return {
      validDays: Array.from({ length: 7 }, () => true),
      fromTime: time(0, 0, 0, 0),
      toTime: time(23, 59, 59, 99),
      recipient: {
        kind: 'address',
        value: { network: 0, mac: Uint8Array.of(...own.split('.').map(Number), port >> 8, port & 255) },
      },
      processId: recipientProcessId,
      issueConfirmed: true,
      transitions: [true, true, true],
    }
  }

  async #subjectOf(object: ObjectId, device: RemoteDevice): Promise<EventSubject> {
    const known = await this.#context.subjectOf(object)
    if (known) return known
    const key = objectKey(object)
    const name = this.#names.get(key) ?? (await this.#readName(object, device))
    this.#names.set(key, name)
    const same = (value: number) => value
    return { pointId: null, name, toUnit: same, toUnitDifference: same, timeZone: this.#context.timeZone() }
  }

  async #readName(object: ObjectId, device: RemoteDevice): Promise<string> {
    try {
      const name = textOf(await device.readProperty({ object, property: properties.objectName }))
      if (name) return name
    } catch (error) {
      if (!isRequestFailure(error)) throw error
    }
    return `${objectTypeName(object.type)} ${object.instance}`
  }
}
