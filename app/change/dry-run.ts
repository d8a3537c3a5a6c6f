/** A dry run of a change: its form is only planned, to find out whether it was carried out before. */
import type { PlanRow } from './plan'

export interface DryRun {
  /** The rows of the new plan; empty where it failed. */
  rows: readonly PlanRow[]
  /** Whether the service itself says that the thing to remove does not exist. */
  isGone: boolean
  /** Whether the thing was read at all: the person may lack the right. */
  isRead: boolean
}
