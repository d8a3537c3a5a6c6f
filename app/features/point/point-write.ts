/** A known write to a point, or release of a level. */
import type { WriteOfPoint } from '#contracts/points'

export interface PointWrite
  extends Pick<WriteOfPoint, 'at' | 'level' | 'action' | 'old' | 'new' | 'expiresAt' | 'reason'> {
  /** Null if unknown, and for writes of the controller itself. */
  by: string | null
}
