/** Events of devices as the services know them: notifications, and what a device returns on request. */
import type { EventState, EventType, PerTransition, Transition } from '../../contracts/alarms'
import type { DeviceEvent } from '../../link/port'
import type { TimeStamp } from '../encoding/calendar'
import type { NotificationParameters } from '../encoding/notification-parameters'
import type { ObjectId } from '../encoding/primitives'
import { momentIn } from '../encoding/zoned-date-time'
import type { EventNotification, EventSummary } from '../messages/events'
import { objectTypes } from '../object-types'

/** What is known of an object that reports an event. */
export interface EventSubject {
  pointId: string | null
  name: string
  /** Returns a value of the object in the unit of the services. */
  toUnit(value: number): number
  /** The same of a difference. */
  toUnitDifference(value: number): number
  /** The time zone of the device's clock; null when it is not known. */
  timeZone: string | null
}

const eventTypes: Readonly<Record<number, EventType>> = {
  0: 'changeOfBitstring',
  1: 'changeOfState',
  2: 'changeOfValue',
  3: 'commandFailure',
  4: 'floatingLimit',
  5: 'outOfRange',
  6: 'complexEventType',
  8: 'changeOfLifeSafety',
  9: 'extended',
  10: 'bufferReady',
  11: 'unsignedRange',
  13: 'accessEvent',
  14: 'doubleOutOfRange',
  15: 'signedOutOfRange',
  16: 'unsignedOutOfRange',
  17: 'changeOfCharacterString',
  18: 'changeOfStatusFlags',
  19: 'changeOfReliability',
  20: 'none',
  21: 'changeOfDiscreteValue',
  22: 'changeOfTimer',
}

const states: readonly EventState[] = ['normal', 'fault', 'offnormal', 'highLimit', 'lowLimit', 'lifeSafetyAlarm']

/** Returns the state of a number (`BACnetEventState`); those of vendors are off-normal. */
export const eventStateOf = (number: number): EventState => states[number] ?? 'offnormal'
/** Returns the number of a state, as an acknowledgement has it. */
export const eventStateNumber = (state: EventState): number => states.indexOf(state)

const typeNames = new Map<number, string>(Object.entries(objectTypes).map(([name, number]) => [number, name]))
/** Returns the name of a type of objects; one of a vendor is named by its number. */
export const objectTypeName = (type: number): string => typeNames.get(type) ?? `vendor ${type}`
/** Returns the number of a type of objects by its name; undefined for what is none. */
export const objectTypeNumber = (name: string): number | undefined =>
  Object.hasOwn(objectTypes, name) ? objectTypes[name as keyof typeof objectTypes] : vendorType(name)

const vendorType = (name: string) => (/^vendor \d{1,4}$/.test(name) ? Number(name.slice('vendor '.length)) : undefined)

/** Returns a time stamp in words that `stampOf` reads back; empty when it says no moment. */
export function stampText(stamp: TimeStamp): string {
  const isOpen = (parts: object) => Object.values(parts).every((part) => part === null)
  if (stamp.kind === 'time' && isOpen(stamp.value)) return ''
  if (stamp.kind === 'dateTime' && isOpen(stamp.value.date) && isOpen(stamp.value.time)) return ''
  return JSON.stringify(stamp)
}

/** Returns the time stamp that `stampText` wrote. */
export function stampOf(text: string): TimeStamp {
  const open = { hour: null, minute: null, second: null, hundredths: null }
  return text === '' ? { kind: 'time', value: open } : (JSON.parse(text) as TimeStamp)
}

const momentOf = (stamp: TimeStamp, timeZone: string | null) =>
  stamp.kind === 'dateTime' && timeZone !== null ? momentIn(timeZone, stamp.value) : null

/** Returns the event of a notification. Acknowledgement notifications are none. */
export function eventOfNotification(notification: EventNotification, subject: EventSubject): DeviceEvent {
  const { object, timeStamp, parameters, message } = notification
  const into = eventStateOf(notification.toState)
  return {
    ...objectOf(object, subject),
    eventType: eventTypes[notification.eventType] ?? 'extended',
    ...{ into, stamp: stampText(timeStamp), controllerTime: momentOf(timeStamp, subject.timeZone) },
    priority: Math.min(notification.priority, 255),
    notificationClass: notification.notificationClass,
    text: message?.text.trim() || null,
    ...(isOwnValue(object.type) ? valuesOf(parameters, into, subject) : noValues),
    isAckRequired: notification.ackRequired ?? null,
    acknowledged: null,
  }
}

const objectOf = ({ type, instance }: ObjectId, { pointId, name }: EventSubject) => ({
  ...{ objectType: objectTypeName(type), objectInstance: instance, pointId, objectName: name },
})

type EventValues = Pick<DeviceEvent, 'presentValue' | 'limit'>
const noValues: EventValues = { presentValue: null, limit: null }

/** Whether objects of a type watch their own value: a loop watches what it controls, and a counter its rate. */
const isOwnValue = (type: number) => type !== objectTypes.loop && type !== objectTypes.accumulator

/** Returns the value and the limit of a notification, in the unit of the services. */
function valuesOf(
  parameters: NotificationParameters | undefined,
  into: EventState,
  { toUnit, toUnitDifference }: EventSubject,
): EventValues {
  const kind = into === 'lowLimit' ? 'low' : 'high'
  switch (parameters?.kind) {
    case 'outOfRange':
    case 'doubleOutOfRange':
    case 'signedOutOfRange':
    case 'unsignedOutOfRange': {
      const { exceedingValue, exceededLimit, deadband } = parameters.value
      const limit = { kind, value: toUnit(exceededLimit), deadband: toUnitDifference(deadband) } as const
      return finite({ presentValue: toUnit(exceedingValue), limit })
    }
    case 'unsignedRange': {
      const { exceedingValue, exceededLimit } = parameters.value
      return finite({
        presentValue: toUnit(exceedingValue),
        limit: { kind, value: toUnit(exceededLimit), deadband: null },
      })
    }
    case 'floatingLimit': {
      const { referenceValue, setpointValue, errorLimit } = parameters.value
      const value = kind === 'low' ? setpointValue - errorLimit : setpointValue + errorLimit
      return finite({ presentValue: toUnit(referenceValue), limit: { kind, value: toUnit(value), deadband: null } })
    }
    case 'changeOfState':
      return { presentValue: parameters.value.newState.value, limit: null }
    case 'changeOfValue': {
      const { newValue } = parameters.value
      const presentValue = newValue.kind === 'changedValue' ? toUnit(newValue.value) : null
      return finite({ presentValue, limit: null })
    }
    case 'changeOfCharacterString': {
      const { changedValue, alarmValue } = parameters.value
      return { presentValue: changedValue.text, limit: { kind: 'state', value: alarmValue.text, deadband: null } }
    }
    default:
      return noValues
  }
}

/** Returns values without those that are no numbers. */
function finite({ presentValue, limit }: EventValues): EventValues {
  const isNumber = (value: number | string | null) => typeof value !== 'number' || Number.isFinite(value)
  return {
    presentValue: isNumber(presentValue) ? presentValue : null,
    limit: limit && isNumber(limit.value) && isNumber(limit.deadband) ? limit : null,
  }
}

/** What GetEventInformation does not say of an object. */
export interface SummaryDetails {
  notificationClass: number | null
  presentValue: number | string | null
  highLimit: number | null
  lowLimit: number | null
  deadband: number | null
}

const transitionNames: readonly Transition[] = ['toOffnormal', 'toFault', 'toNormal']
const transitionAt = (into: EventState) => (into === 'normal' ? 2 : into === 'fault' ? 1 : 0)

/**
 * Returns the events that a device knows of an object: the one that led to its state, after those before it that still
 * wait for an acknowledgement.
 */
export function eventsOfSummary(summary: EventSummary, subject: EventSubject, details: SummaryDetails): DeviceEvent[] {
  const current = eventStateOf(summary.eventState)
  const flags = transitionNames.map((_, at) => summary.acknowledgedTransitions[at] ?? true)
  const acknowledged = Object.fromEntries(transitionNames.map((name, at) => [name, flags[at]])) as PerTransition
  const before = (['offnormal', 'fault'] as const).filter(
    (state) => !flags[transitionAt(state)] && transitionAt(state) !== transitionAt(current),
  )
  return [...before, current].map((into) => {
    const at = transitionAt(into)
    const stamp = summary.eventTimeStamps[at]
    const limit = into === 'highLimit' ? details.highLimit : into === 'lowLimit' ? details.lowLimit : null
    return {
      ...objectOf(summary.object, subject),
      eventType: usualEventType(summary.object.type, into),
      ...{ into, stamp: stamp ? stampText(stamp) : '' },
      controllerTime: stamp ? momentOf(stamp, subject.timeZone) : null,
      priority: Math.min(summary.eventPriorities[at] ?? 255, 255),
      notificationClass: details.notificationClass,
      text: null,
      presentValue: into === current ? details.presentValue : null,
      limit:
        limit === null || !isOwnValue(summary.object.type)
          ? null
          : { kind: into === 'lowLimit' ? 'low' : 'high', value: limit, deadband: details.deadband },
      // What is acknowledged by now may have required it, or not.
      isAckRequired: flags[at] ? null : true,
      acknowledged,
    }
  })
}

/** Returns the event type that objects of a type report by themselves (clause 13.3). */
function usualEventType(type: number, into: EventState): EventType {
  if (into === 'fault') return 'changeOfReliability'
  switch (type) {
    case objectTypes.analogInput:
    case objectTypes.analogOutput:
    case objectTypes.analogValue:
    case objectTypes.pulseConverter:
      return 'outOfRange'
    case objectTypes.accumulator:
      return 'unsignedRange'
    case objectTypes.largeAnalogValue:
      return 'doubleOutOfRange'
    case objectTypes.integerValue:
      return 'signedOutOfRange'
    case objectTypes.positiveIntegerValue:
      return 'unsignedOutOfRange'
    case objectTypes.binaryInput:
    case objectTypes.binaryValue:
    case objectTypes.multiStateInput:
    case objectTypes.multiStateValue:
      return 'changeOfState'
    case objectTypes.binaryOutput:
    case objectTypes.multiStateOutput:
      return 'commandFailure'
    case objectTypes.loop:
      return 'floatingLimit'
    case objectTypes.lifeSafetyPoint:
    case objectTypes.lifeSafetyZone:
      return 'changeOfLifeSafety'
    case objectTypes.trendLog:
    case objectTypes.trendLogMultiple:
    case objectTypes.eventLog:
      return 'bufferReady'
    default:
      return 'none'
  }
}
