/** A schedule in lists: its current and its next value. */
import { isAllKnown } from '../../contracts/schedule-parts'
import type { Schedule, ScheduleSummary } from '../../contracts/schedules'
import { timestamp } from '../../kit/clock'
import { resolutionOf, type ScheduleHost } from './records'
import { isScheduleActive, nextTransition, scheduleValueAt } from './resolution'

export function toScheduleSummary(host: ScheduleHost, schedule: Schedule, now: number): ScheduleSummary {
  const running = resolutionOf(host, schedule)
  const { onController } = host
  const next = isAllKnown(schedule.onController) ? nextTransition(running, now) : null
  const presentValue = onController ? onController.stateOf(schedule).presentValue : scheduleValueAt(running, now)
  return {
    hostId: host.hostId,
    deviceId: host.deviceId,
    key: schedule.key,
    objectInstance: schedule.objectInstance,
    name: schedule.name,
    valueType: schedule.valueType,
    ...(presentValue === undefined ? {} : { presentValue }),
    ...(isAllKnown(schedule.onController) ? {} : { isForecast: false }),
    nextTransition: next && { at: timestamp(next.at), value: next.value },
    isActive: isScheduleActive(running, now),
    targetCount: schedule.listOfObjectPropertyReferences.length,
    syncState: host.syncState,
  }
}
