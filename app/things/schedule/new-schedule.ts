/** A schedule that a controller has not got yet: an empty week, or as one of its others (domain §3.1). */
import type { Schedule, ScheduleDocument } from '#contracts/schedules'
import { freeInstance, freeKey } from './free-key'

/** The kinds of values that can be begun with; states come with a schedule that has them. */
export const newKinds = ['boolean', 'number', 'integer'] as const

export interface NewSchedule {
  name: string
  description: string
  /** The key of the one that it is to be like. */
  like: string
  valueType: (typeof newKinds)[number]
  unit: string
}

/** What it commands is its own: of two schedules that write the same nobody could say which decides. */
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
    const { presentValue: _value, statusFlags: _flags, reliability: _reliability, ...kept } = model
    return { ...kept, ...own }
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
