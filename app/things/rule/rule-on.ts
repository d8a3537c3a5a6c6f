/** How a rule stands on one piece of equipment, and who asks. */
import type { MissingPoint, RuleStatus } from '#contracts/rules'
import type { PathNode } from '#contracts/scalars'
import type { Walking } from '~/backend/walk-devices.server'
import type { Features } from '~/features'

/** What reads: a page's reader or a change's desk, with trouble thrown as ServiceError. */
export interface Asking extends Walking {
  features: Features
}

/** A rule on one piece of equipment. */
export interface RuleOn {
  equipmentId: string
  name: string
  type: string
  customerId: string | undefined
  siteId: string
  site: string
  location: string
  path: PathNode[]
  status: RuleStatus
  isManual: boolean
  missing: MissingPoint[]
  /** Whether it holds a fault now, and which, where that is told. */
  hasFault: boolean
  faultId: string | null
}
