/** Types shared by the inputs of a schedule. */
import type { Calendar, Facets, ValueType } from '#contracts/schedules'
import type { Original } from '~/change/plan'
import type { Parts } from '~/things/schedule/parts'

export interface EditableSchedule {
  name: string
  valueType: ValueType
  facets: Facets
  calendars: readonly Calendar[]
  /** Today by the clock of the controller. */
  today: string
  original: Original & { values: Parts }
}

/** The props of every group of inputs. */
export interface Editing {
  schedule: EditableSchedule
  parts: Parts
  /** Returns the first error of an input by its posted name. */
  errorOf(name: string): string | undefined
  /** The part edited last: its first empty input has the focus. */
  at: string | undefined
}
