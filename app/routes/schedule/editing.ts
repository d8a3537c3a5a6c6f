/** What the inputs of a schedule are drawn from. */
import type { Calendar, Facets, ValueType } from '#contracts/schedules'
import type { Original } from '~/change/plan'
import type { Parts } from '~/things/schedule/parts'

export interface EditableSchedule {
  name: string
  valueType: ValueType
  facets: Facets
  calendars: readonly Calendar[]
  /** By the clock of the controller. */
  today: string
  original: Original & { values: Parts }
}

/** What every group of inputs is drawn from. */
export interface Editing {
  schedule: EditableSchedule
  parts: Parts
  /** The first thing that is wrong with an input, by the name it is posted with. */
  errorOf(name: string): string | undefined
  /** The part that was worked on last: its first empty input is where one goes on. */
  at: string | undefined
}
