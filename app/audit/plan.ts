/** What a change will do, per subject, before it is done (design §7). */
import type { SubmissionResult } from '@conform-to/react'
import type { Problem } from '~/backend/service-error'
import type { Subject } from './record'

/** The fields of a change's form that belong to the machinery; a page never names its own so. */
export const metaFields = { key: '_key', stage: '_stage', plan: '_plan', rows: '_rows', reason: 'reason' } as const

export interface PlanField {
  /** A message key, or a name as it is. */
  name: string
  from: string | null
  to: string | null
}

export interface PlanRow {
  subject: Subject
  effect: 'change' | 'same' | 'skip'
  /** Message key: why it is skipped, or what to know. */
  because?: string
  fields: PlanField[]
  /** The eTag of what the plan was made from: a thing that changed elsewhere has moved, whatever of it is shown. */
  version?: string
  /** What the trail keeps as before and after; the fields where absent. */
  before?: unknown
  after?: unknown
}

export interface Plan {
  rows: PlanRow[]
  /** What only the world can say about the form: keys by field name. With any, the form comes back. */
  errors?: Record<string, string[]>
  /** Message keys shown above the table. */
  notes?: string[]
  /** Whether this very plan demands a reason, where the change only demands one sometimes. */
  needsReason?: boolean
}

/** A plan as a page gets it: with what its form has to bring back. */
export interface PlanView extends Plan {
  hash: string
  /** `subject id~hash of its row`, by which a moved row is found. */
  rowHashes: string[]
  /** Ids of the rows that are not as they were in the plan that was shown before. */
  moved: string[]
}

export type ChangeProblem =
  | { kind: 'invalid' }
  | { kind: 'moved' }
  | { kind: 'nothing' }
  | { kind: 'reason' }
  | { kind: 'flag' }
  | { kind: 'trail' }
  | { kind: 'busy' }
  | {
      kind: 'refused'
      problem: Problem
      fields: Record<string, string[]>
      entities: { id: string; key: string | null; type: string | null }[]
    }
  | { kind: 'unavailable'; problem: Problem }

/** What a page gets back when the change is not done: the form as it was filled in, or the plan. */
export type ChangeReply =
  | {
      stage: 'form'
      /** What was filled in, without secrets, and what is wrong with it by field; `useChangeForm` reads it. */
      submission: SubmissionResult
      problem: ChangeProblem | null
      reason: string
      key: string
    }
  | {
      stage: 'plan'
      fields: [string, string][]
      plan: PlanView
      problem: ChangeProblem | null
      reason: string
      key: string
      reasonAsked: boolean
    }
