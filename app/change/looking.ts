/** The form of a change asked what it would do now, without doing it: so it is found out whether it was done before. */
import type { PlanRow } from './plan'

export interface Looking {
  /** What the plan, made anew, says of each thing; empty where it could not be made. */
  rows: readonly PlanRow[]
  /** Whether the service itself says that the thing the change removes is not there. */
  isGone: boolean
  /** Whether the thing was read at all: whoever looks may not be let. */
  isRead: boolean
}
