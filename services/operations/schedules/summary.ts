/** A schedule in lists: its current and its next value. */
import type { ObjectOnController, Schedule, ScheduleSummary } from '../../contracts/schedules'
import { timestamp } from '../../kit/clock'
import { resolutionOf, type ScheduleHost } from './records'
import { isScheduleActive, nextTransition, scheduleValueAt } from './resolution'

export function toScheduleSummary(host: ScheduleHost, schedule: Schedule, now: number): ScheduleSummary {
  const running = resolutionOf(host, schedule)
  const { onController } = host
  const isAllKnown = !schedule.onController || hasNothingElse(schedule.onController)
  const next = isAllKnown ? nextTransition(running, now) : null
  const presentValue = onController ? onController.stateOf(schedule).presentValue : scheduleValueAt(running, now)
  return {
    hostId: host.hostId,
    deviceId: host.deviceId,
    key: schedule.key,
    objectInstance: schedule.objectInstance,
    name: schedule.name,
    valueType: schedule.valueType,
    ...(presentValue === undefined ? {} : { presentValue }),
    nextTransition: next && { at: timestamp(next.at), value: next.value },
    isActive: isScheduleActive(running, now),
    targetCount: schedule.listOfObjectPropertyReferences.length,
    syncState: host.syncState,
  }
}

/** Whether the document has all that decides over the value of a schedule. */
const hasNothingElse = ({ fixed, keptEntries }: ObjectOnController) =>
  keptEntries === 0 && !fixed.some((part) => part === 'weeklySchedule' || part === 'effectivePeriod')
