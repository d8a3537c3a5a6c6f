/** A schedule in lists: its current and its next value. */
import type { Schedule, ScheduleSummary } from '../../contracts/schedules'
import { timestamp } from '../../kit/clock'
import { type Host, runningOf } from './records'
import { isActive, nextTransition, valueAt } from './resolution'

export function summaryOf(host: Host, schedule: Schedule, now: number): ScheduleSummary {
  const running = runningOf(host, schedule)
  const next = nextTransition(running, now)
  return {
    hostId: host.hostId,
    deviceId: host.deviceId,
    key: schedule.key,
    objectInstance: schedule.objectInstance,
    name: schedule.name,
    valueType: schedule.valueType,
    presentValue: valueAt(running, now),
    nextTransition: next && { at: timestamp(next.at), value: next.value },
    isActive: isActive(running, now),
    targetCount: schedule.listOfObjectPropertyReferences.length,
    syncState: host.syncState,
  }
}
