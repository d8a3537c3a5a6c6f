/** What is told once of every change: who may, what it is about, how it is put back and what follows it (design §7). */
import type { Capability } from '#contracts/permissions'
import type { FeatureName } from '~/features'

/** What a change is made of; the words are `main:change.<name>`. */
export interface ChangeKind {
  /** Any of these lets a person do it; the services look again at each call. What stops in an archive stops by them. */
  capability: Capability | readonly Capability[]
  flag?: FeatureName
  /** The flag that more than one thing at a time needs. */
  flagForMany?: FeatureName
  /** Whether it is about oneself, so that a reach of S is enough. */
  isOwn?: true
  /** Whether a reason has to be given: always, or where the plan finds that this very change needs one. */
  reason?: 'required' | 'whenPlanSays'
  /** As many things as one change reaches, where a person chooses them: with more, nothing is begun. */
  most?: number
  /** How it is put back: by a form that is filled in with what was before, or not, and why. */
  back:
    | {
        form: 'settings' | 'roles' | 'configuration' | 'variables' | 'historian' | 'exception' | 'schedule' | 'calendar'
      }
    | { never: NeverBack }
  /** What its page leads on to. */
  next?: 'rollout' | 'import' | 'sending' | 'sendingAll' | 'board'
}

/** Why a change has no form that puts it back: `main:trail.putBack.why.<…>` */
export type NeverBack =
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
  | 'mapped'
  | 'secret'

/** Of an edit: the form of its thing puts it back. */
export const bySettings = { form: 'settings' } as const
