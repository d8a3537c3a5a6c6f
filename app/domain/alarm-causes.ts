/**
 * Which alarms follow from another one: what a controller raised while it did not answer, and what equipment raised
 * below one that failed. A list shows them under their cause.
 */
import type { Alarm } from '#contracts/alarms'

/** An alarm with those that follow from it. */
export interface Caused {
  alarm: Alarm
  below: Alarm[]
}

/** Why an alarm is taken for the cause of others. */
export type CauseKind = 'offline' | 'parent'

/** So many steps from an alarm to its first cause. */
const longestChain = 4

/** Of several alarms, the one that another follows from; undefined where it stands for itself. */
function causeOf(alarm: Alarm, among: readonly Alarm[]): Alarm | undefined {
  return among.find((other) => other.id !== alarm.id && kindOfCause(other, alarm) !== null)
}

/** Whether `cause` explains `alarm`, and how: it was there first, and it is there still unless both are over. */
export function kindOfCause(cause: Alarm, alarm: Alarm): CauseKind | null {
  const kind = kindBetween(cause, alarm)
  return kind && isWithin(cause, alarm) ? kind : null
}

/** How one could explain the other, whenever they were. */
function kindBetween(cause: Alarm, alarm: Alarm): CauseKind | null {
  const isOfOne = cause.deviceId != null && cause.deviceId === alarm.deviceId
  if (isOfOne && cause.eventType === 'deviceOffline' && alarm.eventType !== 'deviceOffline') return 'offline'
  const isAbove = cause.equipmentId != null && cause.equipmentId === alarm.parentEquipmentId
  return isAbove && (cause.severity === 'critical' || cause.severity === 'high') ? 'parent' : null
}

/** Asked of few: a list holds each of its alarms against all others, and reading their times is most of that. */
function isWithin(cause: Alarm, alarm: Alarm): boolean {
  const raised = Date.parse(alarm.raisedAt)
  return (
    Date.parse(cause.raisedAt) <= raised &&
    (cause.isActive || (!alarm.isActive && raised <= Date.parse(cause.normalAt ?? '')))
  )
}

/** The first cause of an alarm: itself where it has none. */
function firstCause(alarm: Alarm, among: readonly Alarm[]): Alarm {
  let first = alarm
  for (let step = 0; step < longestChain; step += 1) {
    const above = causeOf(first, among)
    if (!above || above.id === alarm.id) return first
    first = above
  }
  return first
}

/**
 * The alarms of a page, each under its cause. `around` are further ones of the same list: those of a cause on the page
 * stand below it wherever in the list they are, and what follows from the silence of its own controller is left to the
 * page of that silence.
 */
export function byCause(page: readonly Alarm[], around: readonly Alarm[] = []): Caused[] {
  const known = [...new Map([...page, ...around].map((alarm) => [alarm.id, alarm])).values()]
  const onPage = new Set(page.map(({ id }) => id))
  const first = new Map(known.map((alarm) => [alarm.id, firstCause(alarm, known)]))
  return page.flatMap((alarm): Caused[] => {
    const cause = first.get(alarm.id) ?? alarm
    const isTold = cause.id !== alarm.id && (onPage.has(cause.id) || cause.deviceId === alarm.deviceId)
    if (isTold) return []
    return [{ alarm, below: known.filter(({ id }) => id !== alarm.id && first.get(id)?.id === alarm.id) }]
  })
}
