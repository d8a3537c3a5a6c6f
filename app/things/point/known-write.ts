/** What is known of one write to a point, or of one that was given back. */
import type { WriteOfPoint } from '#contracts/points'

export interface PointWrite
  extends Pick<WriteOfPoint, 'at' | 'level' | 'action' | 'old' | 'new' | 'expiresAt' | 'reason'> {
  /** Null where nobody knows, and for what the controller did itself. */
  by: string | null
}
