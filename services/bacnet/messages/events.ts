/** Events and changes of value (clauses 13.1, 13.8, 13.12 and 13.14). */
import { timeStamp } from '../encoding/calendar'
import { application, context, type Decoded, enclosed, optional, sequence, series } from '../encoding/codec'
import { notificationParameters, propertyAndValue } from '../encoding/notification-parameters'
import {
  bitStringType,
  booleanType,
  characterStringType,
  enumeratedType,
  objectIdType,
  unsignedType,
} from '../encoding/primitives'

/** Without confirmation and lifetime, the request cancels a subscription. */
export const subscribeCovRequest = sequence({
  processId: context(0, unsignedType),
  object: context(1, objectIdType),
  issueConfirmed: optional(context(2, booleanType)),
  lifetimeSeconds: optional(context(3, unsignedType)),
})

export const covNotification = sequence({
  processId: context(0, unsignedType),
  device: context(1, objectIdType),
  object: context(2, objectIdType),
  secondsRemaining: context(3, unsignedType),
  values: enclosed(4, series(propertyAndValue)),
})
export type CovNotification = Decoded<typeof covNotification>

export const eventNotification = sequence({
  processId: context(0, unsignedType),
  device: context(1, objectIdType),
  object: context(2, objectIdType),
  timeStamp: enclosed(3, timeStamp),
  notificationClass: context(4, unsignedType),
  priority: context(5, unsignedType),
  eventType: context(6, enumeratedType),
  message: optional(context(7, characterStringType)),
  /** 0 alarm, 1 event, 2 acknowledgement. */
  notifyType: context(8, enumeratedType),
  ackRequired: optional(context(9, booleanType)),
  fromState: optional(context(10, enumeratedType)),
  toState: context(11, enumeratedType),
  parameters: optional(enclosed(12, notificationParameters)),
})
export type EventNotification = Decoded<typeof eventNotification>

export const getEventInformationRequest = sequence({ lastReceived: optional(context(0, objectIdType)) })

const eventSummary = sequence({
  object: context(0, objectIdType),
  eventState: context(1, enumeratedType),
  /** To off-normal, to fault, to normal. */
  acknowledgedTransitions: context(2, bitStringType),
  eventTimeStamps: enclosed(3, series(timeStamp, 3)),
  notifyType: context(4, enumeratedType),
  eventEnable: context(5, bitStringType),
  eventPriorities: enclosed(6, series(application(unsignedType), 3)),
})
export type EventSummary = Decoded<typeof eventSummary>

export const getEventInformationAck = sequence({
  summaries: enclosed(0, series(eventSummary)),
  moreEvents: context(1, booleanType),
})
