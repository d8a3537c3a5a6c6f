/** A new schedule for a controller: an empty week, or a copy of another one (domain §3.1). */
import type { Schedule, ScheduleDocument } from '#contracts/schedules'
import { freeInstance, freeKey } from './free-key'

/** Value types of a new schedule; schedules with states can only be copied. */
export const newValueTypes = ['boolean', 'number', 'integer'] as const

export interface NewSchedule {
  name: string
  description: string
  /** Key of the schedule to copy. */
  like: string
  valueType: (typeof newValueTypes)[number]
  unit: string
}

/** Returns the schedule without targets: if two schedules write the same point, it is undefined which one decides. */
export function newSchedule(
  { schedules }: Pick<ScheduleDocument, 'schedules'>,
  { name, description, like, valueType, unit }: NewSchedule,
): Schedule {
  const model = schedules.find(({ key }) => key === like)
  const own = {
    key: freeKey('sch', schedules),
    objectInstance: freeInstance(schedules),
    name,
    description,
    listOfObjectPropertyReferences: [],
    outOfService: false,
  }
  if (model) {
    const { presentValue: _value, statusFlags: _flags, reliability: _reliability, ...copied } = model
    return { ...copied, ...own }
  }
  const isSwitch = valueType === 'boolean'
  return {
    ...own,
    valueType,
    facets: isSwitch || !unit ? {} : { unit },
    effectivePeriod: { start: null, end: null },
    weeklySchedule: Array.from({ length: 7 }, () => []),
    exceptionSchedule: [],
    scheduleDefault: isSwitch ? false : 0,
    priorityForWriting: 15,
  }
}
