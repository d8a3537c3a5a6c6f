/** Types shared by the inputs of a schedule. */
import type { Calendar, Facets, ValueType } from '#contracts/schedules'
import type { Original } from '~/change/plan'
import type { ScheduleParts } from './parts'

export interface EditableSchedule {
  name: string
  valueType: ValueType
  facets: Facets
  calendars: readonly Calendar[]
  /** Today by the clock of the controller. */
  today: string
  original: Original & { values: ScheduleParts }
}

/** The props of every group of inputs. */
export interface EditorProps {
  schedule: EditableSchedule
  parts: ScheduleParts
  /** Returns the first error of an input by its posted name. */
  errorOf(name: string): string | undefined
  /** The part edited last: its first empty input has the focus. */
  at: string | undefined
}
