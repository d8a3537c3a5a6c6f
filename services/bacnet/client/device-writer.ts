/**
 * Changing one device: its present values at one priority, its schedules and calendars, its recipient lists, and its
 * acknowledgements. Everything here may be repeated: a second time changes nothing.
 */
import type { TimeStamp } from '../encoding/calendar'
import { type Codec, type Decoded, encodeWhole } from '../encoding/codec'
import type { ObjectId } from '../encoding/primitives'
import { destination } from '../encoding/references'
import { type Primitive, primitive } from '../encoding/values'
import { readPropertyAck, readPropertyRequest } from '../messages/reading'
import { acknowledgeAlarmRequest, changeListRequest, writePropertyRequest } from '../messages/writing'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import { errorNumbersOf, isRequestFailure, RequestFailure, rejectReasons } from '../refusals'
import { confirmedServices } from '../service-numbers'
import type { ApplicationLayer } from './application-layer'
import { decodeAnswer, type RemoteDevice } from './remote-device'

/** The priorities that this program writes: emergency, operator and set value. 6 belongs to the device itself. */
export const writablePriorities = { emergency: 1, operator: 8, setValue: 16 } as const
export type WritablePriority = (typeof writablePriorities)[keyof typeof writablePriorities]

export const isWritablePriority = (priority: number): priority is WritablePriority =>
  Object.values<number>(writablePriorities).includes(priority)

export type Destination = Decoded<typeof destination>

/** What of a schedule and of a calendar is written. */
const scheduleProperties: ReadonlyMap<number, ReadonlySet<number>> = new Map<number, ReadonlySet<number>>([
  [
    objectTypes.schedule,
    new Set([
      properties.objectName,
      properties.description,
      properties.effectivePeriod,
      properties.weeklySchedule,
      properties.exceptionSchedule,
      properties.scheduleDefault,
      properties.listOfObjectPropertyReferences,
      properties.priorityForWriting,
      properties.outOfService,
    ]),
  ],
  [objectTypes.calendar, new Set([properties.objectName, properties.dateList])],
])

/** An event to acknowledge, as the device reported it. */
export interface EventToAcknowledge {
  object: ObjectId
  /** The state that is acknowledged: 0 normal, 1 fault, 2 off-normal, 3 high limit, 4 low limit. */
  eventState: number
  /** The time stamp of the event, octet for octet as the device sent it. */
  eventTime: TimeStamp
}

/** Who acknowledges, and when by this side's clock. */
export interface AlarmSignature {
  processId: number
  person: string
  at: TimeStamp
}

/** The type of the present value, where the type of the object determines it. */
const commandTypes: ReadonlyMap<number, 'real' | 'double' | 'enumerated' | 'unsigned' | 'signed'> = new Map([
  [objectTypes.analogInput, 'real'],
  [objectTypes.analogOutput, 'real'],
  [objectTypes.analogValue, 'real'],
  [objectTypes.lightingOutput, 'real'],
  [objectTypes.largeAnalogValue, 'double'],
  [objectTypes.binaryInput, 'enumerated'],
  [objectTypes.binaryOutput, 'enumerated'],
  [objectTypes.binaryValue, 'enumerated'],
  [objectTypes.binaryLightingOutput, 'enumerated'],
  [objectTypes.multiStateInput, 'unsigned'],
  [objectTypes.multiStateOutput, 'unsigned'],
  [objectTypes.multiStateValue, 'unsigned'],
  [objectTypes.positiveIntegerValue, 'unsigned'],
  [objectTypes.integerValue, 'signed'],
])

/** Returns a number as the present value of a type of objects has it; undefined for a type that is not commanded. */
export function commandValue(objectType: number, value: number): Primitive | undefined {
  const type = commandTypes.get(objectType)
  return type && { type, value }
}

type ListService = typeof confirmedServices.addListElement | typeof confirmedServices.removeListElement

export class DeviceWriter {
  readonly #application: ApplicationLayer
  readonly #device: RemoteDevice

  constructor(application: ApplicationLayer, device: RemoteDevice) {
    this.#application = application
    this.#device = device
  }

  /**
   * Writes the present value at one priority, or releases that priority with null. Rejects with `RequestFailure` when the
   * device refuses or is silent.
   */
  command(object: ObjectId, priority: WritablePriority, value: Primitive | null): Promise<void> {
    return this.#send(confirmedServices.writeProperty, writePropertyRequest, {
      ...{ object, property: properties.presentValue, priority },
      value: encodeWhole(primitive, value ?? { type: 'null', value: null }),
    })
  }

  /**
   * Writes a property of a schedule or calendar, or one element of it. Rejects with `RequestFailure` when the device
   * refuses or is silent, and for any other property.
   */
  writeSchedule(
    object: ObjectId,
    { property, value, arrayIndex }: { property: number; value: Uint8Array; arrayIndex?: number },
  ): Promise<void> {
    const service = confirmedServices.writeProperty
    if (!scheduleProperties.get(object.type)?.has(property))
      return Promise.reject(new RequestFailure({ kind: 'notPermitted', service }))
    return this.#send(service, writePropertyRequest, { object, property, arrayIndex, value })
  }

  /** Acknowledges one event in the device, in the name of a person. */
  acknowledge(event: EventToAcknowledge, { processId, person, at }: AlarmSignature): Promise<void> {
    const request = { ...event, processId, source: { text: person }, acknowledgedAt: at }
    return this.#send(confirmedServices.acknowledgeAlarm, acknowledgeAlarmRequest, request)
  }

  /** Adds a recipient to a notification class; those of others are left alone. */
  addRecipient(notificationClass: ObjectId, recipient: Destination): Promise<void> {
    return this.#changeRecipients(confirmedServices.addListElement, notificationClass, recipient)
  }

  /** Removes a recipient from a notification class; one that is not there is no failure. */
  async removeRecipient(notificationClass: ObjectId, recipient: Destination): Promise<void> {
    try {
      await this.#changeRecipients(confirmedServices.removeListElement, notificationClass, recipient)
    } catch (error) {
      if (!isRequestFailure(error, 'error') || error.failure.errorCode !== errorNumbersOf.listElementNotFound)
        throw error
    }
  }

  async #changeRecipients(service: ListService, object: ObjectId, recipient: Destination): Promise<void> {
    const elements = encodeWhole(destination, recipient)
    try {
      await this.#send(service, changeListRequest, { object, property: properties.recipientList, elements })
    } catch (error) {
      const isUnknown = isRequestFailure(error, 'reject') && error.failure.reason === rejectReasons.unrecognizedService
      if (!isUnknown) throw error
      await this.#replaceRecipients(service, object, elements)
    }
  }

  /**
   * Reads the whole list and writes it with one element more or less, for a device that does not know the services for
   * lists. The octets of the others are written as they were read.
   */
  async #replaceRecipients(service: ListService, object: ObjectId, own: Uint8Array): Promise<void> {
    const { address, limits } = this.#device
    const ref = { object, property: properties.recipientList }
    const data = encodeWhole(readPropertyRequest, ref)
    const answer = await this.#application.request(address.peer, confirmedServices.readProperty, data, limits)
    const listed = Buffer.from(decodeAnswer(readPropertyAck, answer).value)
    const at = listed.indexOf(own)
    const isAdded = service === confirmedServices.addListElement
    if (isAdded === at >= 0) return
    const others = at < 0 ? listed : Buffer.concat([listed.subarray(0, at), listed.subarray(at + own.length)])
    const value = isAdded ? Buffer.concat([others, own]) : others
    await this.#send(confirmedServices.writeProperty, writePropertyRequest, { ...ref, value })
  }

  async #send<Request>(service: number, codec: Codec<Request>, request: Request): Promise<void> {
    const { address, limits } = this.#device
    const answer = await this.#application.request(address.peer, service, encodeWhole(codec, request), limits)
    if (answer.length > 0) throw new RequestFailure({ kind: 'damagedAnswer', detail: 'data where none belongs' })
  }
}
