/**
 * Groups alarms by their cause: those a controller raised while it was offline, and those of equipment below failed
 * equipment. A list shows them under their cause.
 */
import type { Alarm } from '#contracts/alarms'

/** An alarm with the alarms it caused. */
export interface AlarmGroup {
  alarm: Alarm
  below: Alarm[]
}

/** Why an alarm counts as the cause of others. */
export type CauseKind = 'offline' | 'parent'

/** Maximum number of steps from an alarm to its first cause. */
const maxSteps = 4

/** Returns the direct cause of an alarm among several; undefined when there is none. */
function causeOf(alarm: Alarm, among: readonly Alarm[]): Alarm | undefined {
  return among.find((other) => other.id !== alarm.id && kindOfCause(other, alarm) !== null)
}

/** Returns how `cause` explains `alarm`, or null: it was raised first, and is still active unless both have ended. */
export function kindOfCause(cause: Alarm, alarm: Alarm): CauseKind | null {
  const kind = kindBetween(cause, alarm)
  return kind && isWithin(cause, alarm) ? kind : null
}

/** Returns how one alarm could explain the other, regardless of time. */
function kindBetween(cause: Alarm, alarm: Alarm): CauseKind | null {
  const isOfOne = cause.deviceId != null && cause.deviceId === alarm.deviceId
  if (isOfOne && cause.eventType === 'deviceOffline' && alarm.eventType !== 'deviceOffline') return 'offline'
  const isAbove = cause.equipmentId != null && cause.equipmentId === alarm.parentEquipmentId
  return isAbove && (cause.severity === 'critical' || cause.severity === 'high') ? 'parent' : null
}

/** Checked last: a list compares each of its alarms with all others, and parsing times is the expensive part. */
function isWithin(cause: Alarm, alarm: Alarm): boolean {
  const raised = Date.parse(alarm.raisedAt)
  return (
    Date.parse(cause.raisedAt) <= raised &&
    (cause.isActive || (!alarm.isActive && raised <= Date.parse(cause.normalAt ?? '')))
  )
}

/** Returns the first cause of an alarm; the alarm itself when it has none. */
function firstCause(alarm: Alarm, among: readonly Alarm[]): Alarm {
  let first = alarm
  for (let step = 0; step < maxSteps; step += 1) {
    const above = causeOf(first, among)
    if (!above || above.id === alarm.id) return first
    first = above
  }
  return first
}

/**
 * Returns the alarms of a page, each under its cause. `around` are further alarms of the same list: those caused by an
 * alarm of the page are listed below it wherever they are in the list, and alarms of an offline controller are left to
 * the page with its offline alarm.
 */
export function groupByCause(page: readonly Alarm[], around: readonly Alarm[] = []): AlarmGroup[] {
  const all = [...new Map([...page, ...around].map((alarm) => [alarm.id, alarm])).values()]
  const onPage = new Set(page.map(({ id }) => id))
  const first = new Map(all.map((alarm) => [alarm.id, firstCause(alarm, all)]))
  return page.flatMap((alarm): AlarmGroup[] => {
    const cause = first.get(alarm.id) ?? alarm
    const isListedElsewhere = cause.id !== alarm.id && (onPage.has(cause.id) || cause.deviceId === alarm.deviceId)
    if (isListedElsewhere) return []
    return [{ alarm, below: all.filter(({ id }) => id !== alarm.id && first.get(id)?.id === alarm.id) }]
  })
}
