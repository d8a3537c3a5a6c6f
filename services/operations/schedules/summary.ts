/** A schedule in lists: its current and its next value. */
import type { Schedule, ScheduleSummary } from '../../contracts/schedules'
import { timestamp } from '../../kit/clock'
import { resolutionOf, type ScheduleHost } from './records'
import { isScheduleActive, nextTransition, scheduleValueAt } from './resolution'

export function toScheduleSummary(host: ScheduleHost, schedule: Schedule, now: number): ScheduleSummary {
  const running = resolutionOf(host, schedule)
  const next = nextTransition(running, now)
  return {
    hostId: host.hostId,
    deviceId: host.deviceId,
    key: schedule.key,
    objectInstance: schedule.objectInstance,
    name: schedule.name,
    valueType: schedule.valueType,
    presentValue: scheduleValueAt(running, now),
    nextTransition: next && { at: timestamp(next.at), value: next.value },
    isActive: isScheduleActive(running, now),
    targetCount: schedule.listOfObjectPropertyReferences.length,
    syncState: host.syncState,
  }
}
