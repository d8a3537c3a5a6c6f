/**
 * The schedules of one controller: read at the start, after a silence and every ten minutes, and written object by object,
 * only what differs. What somebody else changed meanwhile is not written.
 */
import {
  calendarPartTexts,
  differingParts,
  type SchedulePartName,
  schedulePartTexts,
} from '../../contracts/schedule-parts'
import type { ScheduleDelivery } from '../../contracts/schedules'
import type { LinkEvents, ObjectRef, ScheduleContent, SentSchedules, WatchedController } from '../../link/port'
import type { BacnetClient } from '../client/bacnet-client'
import type { RemoteDevice } from '../client/remote-device'
import { encodeWhole } from '../encoding/codec'
import type { ObjectId } from '../encoding/primitives'
import { primitive } from '../encoding/values'
import { objectTypes } from '../object-types'
import { abortReasons, answerName, type Failure, isRequestFailure, isUnanswered } from '../refusals'
import type { Timers } from '../timers'
import { objectTypeName } from './event-mapping'
import { listObjects } from './inventory'
import {
  calendarOfKey,
  calendarWrite,
  Inexpressible,
  type MappedCalendar,
  type MappedSchedule,
  type PropertyWrite,
  scheduleWrite,
  stateOf,
  writableParts,
} from './schedule-mapping'
import { contentOf, type DeviceSchedules, isSchedule, readSchedules, readShort } from './schedule-reading'

export interface SchedulesContext {
  deviceId: string
  client: BacnetClient
  timers: Timers
  events: LinkEvents
}

/** Schedules to be written, with what the device may have unless somebody else changed it. */
export interface SchedulesToSend {
  content: ScheduleContent
  /** What it had when the schedules were edited; null when that is not known. */
  base: ScheduleContent | null
  /** What was sent to it since, whether it answered or not. */
  attempts: readonly ScheduleContent[]
}

interface ScheduleSource {
  instance: number
  writable: WatchedController['writable']
}

/** How often schedules are read, what they state now, and which there are. */
const readMs = 600_000
const stateMs = 60_000
const listMs = 3_600_000
/** How long after a failure they are read again. */
const retryMs = 30_000

export class ControllerSchedules {
  readonly #context: SchedulesContext
  #readAt = 0
  #stateAt = 0
  #listAt = 0
  #objects: readonly ObjectId[] = []
  #known: DeviceSchedules | null = null
  #states = ''
  /** Counts what makes a reading due at once. */
  #round = 0
  #isBusy = false
  #lane: Promise<unknown> = Promise.resolve()

  constructor(context: SchedulesContext) {
    this.#context = context
  }

  /** Reads everything again soon: the device was silent, has started, or has other objects. */
  expire(): void {
    this.#round += 1
    this.#readAt = 0
    this.#listAt = 0
  }

  /** Does what is due with a device that answers. */
  tick(device: RemoteDevice, { instance }: ScheduleSource): void {
    const now = this.#context.timers.now()
    const isReadDue = now >= this.#readAt
    if (this.#isBusy || (!isReadDue && now < this.#stateAt)) return
    this.#isBusy = true
    const round = this.#round
    this.#inTurn(() => (isReadDue ? this.#report(device, instance) : this.#reportStates(device)))
      .then(() => readMs)
      .catch((error: unknown) => {
        if (!isRequestFailure(error)) throw error
        return isUnanswered(error.failure) ? retryMs : readMs
      })
      .then((pauseMs) => {
        const end = this.#context.timers.now()
        this.#stateAt = end + stateMs
        if (isReadDue && round === this.#round) this.#readAt = end + pauseMs
      })
      .finally(() => {
        this.#isBusy = false
      })
  }

  /**
   * Writes what differs from the device, and returns how it took each object. Rejects with `RequestFailure` when it does
   * not answer: what was written until then is not written again, and the device is read again soon, after which what
   * waits is sent again.
   */
  send(
    device: RemoteDevice,
    { instance, writable }: ScheduleSource,
    { content, base, attempts }: SchedulesToSend,
  ): Promise<SentSchedules> {
    const sent = this.#inTurn(async () => {
      await this.#list(device, instance)
      const before = await readSchedules(device, instance, this.#objects)
      const tasks = tasksOf(before, content, base ? [base, ...attempts] : []).map((task) => ({
        ...task,
        isPermitted: permits(writable, task),
      }))
      const deliveries: ScheduleDelivery[] = []
      for (const task of tasks) deliveries.push(await this.#write(device, task))
      const after = tasks.length > 0 ? await readSchedules(device, instance, this.#objects) : before
      this.#known = after
      return { deliveries: deliveries.map((one) => verified(one, after, content)), read: contentOf(after) }
    })
    return sent.catch((error: unknown) => {
      this.#readAt = Math.min(this.#readAt, this.#context.timers.now() + retryMs)
      throw error
    })
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lane.then(work)
    this.#lane = done.catch(() => undefined)
    return done
  }

  async #list(device: RemoteDevice, instance: number): Promise<void> {
    const now = this.#context.timers.now()
    if (now < this.#listAt) return
    this.#objects = (await listObjects(device, instance)).filter(isSchedule)
    this.#listAt = now + listMs
  }

  async #report(device: RemoteDevice, instance: number): Promise<void> {
    await this.#list(device, instance)
    const read = await readSchedules(device, instance, this.#objects)
    this.#known = read
    this.#context.events.schedulesRead(this.#context.deviceId, contentOf(read))
    await this.#reportStates(device)
  }

  async #reportStates(device: RemoteDevice): Promise<void> {
    const schedules = [...(this.#known?.schedules.values() ?? [])]
    const states: ReturnType<typeof stateOf>[] = []
    for (const { read, type } of schedules) {
      const values = await readShort(device, read.object, ['presentValue', 'statusFlags', 'reliability'])
      if (values) states.push(stateOf({ object: read.object, values }, type))
    }
    const text = JSON.stringify(states)
    if (text === this.#states) return
    this.#states = text
    this.#context.events.scheduleStates(this.#context.deviceId, states)
  }

  async #write(device: RemoteDevice, task: ScheduleTask & { isPermitted: boolean }): Promise<ScheduleDelivery> {
    const { object, name, parts, isPermitted } = task
    const ended = (outcome: ScheduleDelivery['outcome'], part: string | null = null, answer: string | null = null) => ({
      ...refOf(object),
      ...{ name, outcome, part, answer },
    })
    const changed = parts.find(({ isChangedThere }) => isChangedThere)
    if (changed) return ended('changedThere', changed.part)
    if (!isPermitted) return ended('notPermitted')
    for (const { part, write } of parts) {
      try {
        await this.#writeProperty(device, object, write())
      } catch (error) {
        if (error instanceof Inexpressible) return ended('refused', part, 'inexpressible')
        if (!isRequestFailure(error) || isUnanswered(error.failure)) throw error
        return ended('refused', part, answerOf(error.failure))
      }
    }
    return ended('written')
  }

  /** Writes a property as a whole, or element by element where that is too long for the device. */
  async #writeProperty(device: RemoteDevice, object: ObjectId, write: PropertyWrite): Promise<void> {
    const writer = this.#context.client.writer(device)
    const { property, value, elements, isResized } = write
    try {
      return await writer.writeSchedule(object, { property, value })
    } catch (error) {
      if (!elements || !isRequestFailure(error) || !isTooLong(error.failure)) throw error
    }
    if (isResized) {
      const count = encodeWhole(primitive, { type: 'unsigned', value: elements.length })
      await writer.writeSchedule(object, { property, value: count, arrayIndex: 0 })
    }
    for (const [at, element] of elements.entries())
      await writer.writeSchedule(object, { property, value: element, arrayIndex: at + 1 })
  }
}

interface ScheduleTask {
  object: ObjectId
  name: string
  parts: readonly { part: SchedulePartName; isChangedThere: boolean; write(): PropertyWrite }[]
}

/**
 * Returns what is to be written to each object that differs: calendars first, since exceptions refer to them. A part that
 * is like in none of `known` was changed there, unless it is in none of them.
 */
function tasksOf(
  { calendars, schedules }: DeviceSchedules,
  content: ScheduleContent,
  known: readonly ScheduleContent[],
): ScheduleTask[] {
  const ofCalendars = content.calendars.flatMap((wanted) => {
    const device = calendars.get(wanted.objectInstance)
    const earlier = known.flatMap((one) => one.calendars).filter(isOf(wanted))
    return device
      ? taskOf(device, {
          texts: { wanted, device: device.calendar, earlier },
          textsOf: calendarPartTexts,
          write: (part) => calendarWrite(part, wanted, device),
        })
      : []
  })
  const ofSchedules = content.schedules.flatMap((wanted) => {
    const device = schedules.get(wanted.objectInstance)
    const earlier = known.flatMap((one) => one.schedules).filter(isOf(wanted))
    return device
      ? taskOf(device, {
          texts: { wanted, device: device.schedule, earlier },
          textsOf: (one) => schedulePartTexts(one, calendarOfKey),
          write: (part) => scheduleWrite(part, wanted, device),
        })
      : []
  })
  return [...ofCalendars, ...ofSchedules]
}

const isOf =
  ({ objectInstance }: { objectInstance: number }) =>
  (one: { objectInstance: number }) =>
    one.objectInstance === objectInstance

interface TaskInput<Content> {
  texts: { wanted: Content; device: Content; earlier: readonly Content[] }
  textsOf(content: Content): Partial<Record<SchedulePartName, string>>
  write(part: SchedulePartName): PropertyWrite
}

function taskOf<Content extends MappedSchedule['schedule'] | MappedCalendar['calendar']>(
  { read }: MappedSchedule | MappedCalendar,
  { texts: { wanted, device, earlier }, textsOf, write }: TaskInput<Content>,
): ScheduleTask[] {
  const now = writableParts(textsOf(device), device.onController?.fixed ?? [])
  const then = earlier.map(textsOf)
  const parts = differingParts(now, textsOf(wanted)).map((part) => ({
    part,
    isChangedThere: then.length > 0 && then.every((texts) => texts[part] !== now[part]),
    write: () => write(part),
  }))
  return parts.length > 0 ? [{ object: read.object, name: device.name, parts }] : []
}

/** Returns a delivery after its object was read again: what the device did not keep is refused. */
function verified(delivery: ScheduleDelivery, after: DeviceSchedules, content: ScheduleContent): ScheduleDelivery {
  if (delivery.outcome !== 'written') return delivery
  const left = tasksOf(after, content, []).find(
    ({ object }) => object.instance === delivery.objectInstance && objectTypeName(object.type) === delivery.objectType,
  )
  return left ? { ...delivery, outcome: 'refused', part: left.parts[0]?.part ?? null, answer: 'notKept' } : delivery
}

const refOf = ({ type, instance }: ObjectId): Pick<ScheduleDelivery, 'objectType' | 'objectInstance'> => ({
  objectType: type === objectTypes.calendar ? 'calendar' : 'schedule',
  objectInstance: instance,
})

function permits(writable: 'all' | readonly ObjectRef[], { object }: ScheduleTask): boolean {
  const { objectType, objectInstance } = refOf(object)
  return (
    writable === 'all' || writable.some((one) => one.objectType === objectType && one.objectInstance === objectInstance)
  )
}

const tooLongAborts: ReadonlySet<number> = new Set([
  abortReasons.bufferOverflow,
  abortReasons.segmentationNotSupported,
  abortReasons.outOfResources,
  abortReasons.apduTooLong,
])

const isTooLong = (failure: Failure) =>
  failure.kind === 'tooLong' || (failure.kind === 'abort' && tooLongAborts.has(failure.reason))

const answerOf = (failure: Failure): string | null => (isTooLong(failure) ? 'requestTooLong' : answerName(failure))
