/** The properties of every kind of change: permission, subject, how it is reverted, and what follows it (design §7). */
import type { Capability } from '#contracts/permissions'
import type { FeatureName } from '~/flags'

/** One kind of change; its texts are `main:change.<name>`. */
export interface ChangeKind {
  /**
   * Any one of these is enough; the services check again at each call. They also decide which changes an archive
   * blocks.
   */
  capability: Capability | readonly Capability[]
  flag?: FeatureName
  /** The feature flag for more than one thing at a time. */
  flagForMany?: FeatureName
  /** Whether it concerns the person's own record, so that a reach of S is enough. */
  isOwn?: true
  /** When a reason is required: always, or when the plan demands one. */
  reason?: 'required' | 'whenPlanSays'
  /** Maximum number of selected things per change; above it, nothing is started. */
  max?: number
  /** How it is reverted: by a form filled in with the previous values, or not, with the reason. */
  back:
    | {
        form: 'settings' | 'roles' | 'configuration' | 'variables' | 'historian' | 'exception' | 'schedule' | 'calendar'
      }
    | { never: IrreversibleReason }
  /** The kind of link to the next step on its page. */
  next?: 'rollout' | 'import' | 'sending' | 'sendingAll' | 'board' | 'tunnel'
}

/** Why a change has no form that reverts it: `main:trail.putBack.why.<…>` */
export type IrreversibleReason =
  | 'created'
  | 'deleted'
  | 'deployed'
  | 'sent'
  | 'cancelled'
  | 'uploaded'
  | 'archived'
  | 'restored'
  | 'onboarded'
  | 'inService'
  | 'offboarded'
  | 'opened'
  | 'closed'
  | 'moved'
  | 'invited'
  | 'ended'
  | 'profile'
  | 'asked'
  | 'resolved'
  | 'acknowledged'
  | 'noted'
  | 'taken'
  | 'linked'
  | 'unlinked'
  | 'written'
  | 'released'
  | 'applied'
  | 'switched'
  | 'switchedWriting'
  | 'key'
  | 'mapped'
  | 'secret'

/** For an edit: reverted by the form of its thing. */
export const bySettings = { form: 'settings' } as const
