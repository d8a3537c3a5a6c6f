/** What a controller of another maker has of its own: the state of its schedules, and what may be written. */
import type { Schedule, ScheduleDelivery, SchedulesOfController, UnreadableSchedule } from '../../contracts/schedules'
import { timestamp } from '../../kit/clock'
import type { ObjectRef, ScheduleState } from '../../link/port'
import { isAmong } from '../../link/writing'

/** The columns of `networked_device`, `controller_schedule`, `device_writing` and `device` that a host is read with. */
export interface ControllerRow {
  networked_id: string | null
  offline_since: number | null
  unreadable: string | null
  states: string | null
  deliveries: string | null
  read_at: number | null
  is_on: number | null
  objects: string | null
}

interface HasInstance {
  objectInstance: number
}

export interface OnController {
  summary: SchedulesOfController
  /** Returns what the controller states of a schedule; nothing while it is silent. */
  stateOf(schedule: HasInstance): Pick<Schedule, 'presentValue' | 'statusFlags' | 'reliability'>
  /** Whether this installation may write a schedule or calendar. */
  isWritable(objectType: 'schedule' | 'calendar', object: HasInstance): boolean
}

export function onControllerOf(row: ControllerRow): OnController {
  const states = row.offline_since === null ? (JSON.parse(row.states ?? '[]') as ScheduleState[]) : []
  const isOn = row.is_on === 1
  const isPermitted = isAmong(row.objects === null ? null : (JSON.parse(row.objects) as ObjectRef[]))
  return {
    summary: {
      isWritingOn: isOn,
      readAt: row.read_at === null ? null : timestamp(row.read_at),
      unreadable: JSON.parse(row.unreadable ?? '[]') as UnreadableSchedule[],
      deliveries: JSON.parse(row.deliveries ?? '[]') as ScheduleDelivery[],
    },
    stateOf({ objectInstance }) {
      const state = states.find((one) => one.objectInstance === objectInstance)
      if (!state) return {}
      const { presentValue, statusFlags, reliability } = state
      return { presentValue, statusFlags: statusFlags && { ...statusFlags }, reliability }
    },
    isWritable: (object_type, { objectInstance }) =>
      isOn && isPermitted({ object_type, object_instance: objectInstance }),
  }
}
