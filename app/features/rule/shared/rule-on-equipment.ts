/** The state of a rule on one piece of equipment, and the reader that loads it. */
import type { MissingPoint, RuleStatus } from '#contracts/rules'
import type { PathNode } from '#contracts/scalars'
import type { WalkReader } from '~/backend/walk-devices.server'
import type { Features } from '~/flags'

/** The reader of a page or the context of a change; its calls throw `ServiceError`. */
export interface RuleReader extends WalkReader {
  features: Features
}

/** The state of a rule on one piece of equipment. */
export interface RuleOnEquipment {
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
  /** Whether it has an active fault, and its id if known. */
  hasFault: boolean
  faultId: string | null
}
