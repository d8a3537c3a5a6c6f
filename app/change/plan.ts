/** The plan of a change: what it will do, per subject, before it is carried out (design §7). */
import type { SubmissionResult } from '@conform-to/react'
import type { Problem } from '~/backend/service-error'
import type { SelectionTooLarge } from '~/domain/selection'
import type { Subject } from '~/trail/record'
import { formTokenField } from '~/ui/form-token'
import type { SubmittedChange } from '~/ui/submitted-notice'

/** The fields that every form of a change has beside its own; a page never uses these names. */
export const metaFields = {
  key: '_key',
  stage: '_stage',
  plan: '_plan',
  rows: '_rows',
  /** The subjects of a retry of a part of a change. */
  only: '_only',
  /** The eTag of the edited version, and the values that the form showed, as JSON. */
  version: '_version',
  original: '_was',
  /** The current values, as JSON, and per field the choice of `yours` or `theirs` (`_take.<field>`). */
  theirs: '_theirs',
  choice: '_take.',
  reason: 'reason',
  /** The name of something that cannot be restored, typed to confirm the plan. */
  confirm: 'confirmName',
  token: formTokenField,
} as const

/** The value of a form field: a text, a checkbox, or several texts. */
export type FieldValue = string | boolean | readonly string[] | null | undefined

/** The values of a form, by field name. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/** The edited version: its eTag and the values that the form showed. */
export interface Original {
  version: string
  values: FieldValues
}

export interface PlanField {
  /** The name of the setting, as the trail stores it. */
  name: string
  /** The text of the name, unless the name is a message key. */
  label?: string
  from: string | null
  to: string | null
}

export interface PlanRow {
  subject: Subject
  effect: 'change' | 'same' | 'skip'
  /** Why the row is skipped, or what to know about it: a message key, or a finished text. */
  because?: string
  /**
   * When it happens: now, once the controller is back online, or once the first ones have succeeded. Absent where
   * nothing waits.
   */
  timing?: 'now' | 'waits' | 'held'
  fields: PlanField[]
  /** The eTag of the planned version: a thing that changed elsewhere has moved, whichever of its fields are shown. */
  version?: string
  /** The customer of the thing, where its own reply has it: it need not be read again. */
  customerId?: string | undefined
  /**
   * For a value that is written again even if it is already in effect: since when it is as requested, null where
   * unknown. Absent where it is not.
   */
  alreadySetSince?: string | null
  /** The values before and after for the trail; the fields by default. */
  before?: unknown
  after?: unknown
}

export interface Plan {
  rows: PlanRow[]
  /** For editing one thing: the current values of its form, by field name. */
  current?: FieldValues
  /** Errors that only the plan can find: message keys by field name. With any, the form is returned. */
  errors?: Record<string, string[]>
  /** The selection exceeds the limit of the change: there are no rows, and the form is returned. */
  tooMany?: SelectionTooLarge | null
  /** Shown above the rows: message keys, or finished texts. */
  notes?: string[]
  /** Headings of an uploaded file that the page ignores. */
  unknown?: string[]
  /** The name to type as a confirmation: of something that cannot be restored. */
  confirm?: string | undefined
  /** Whether this plan requires a reason, for a change that does not always. */
  needsReason?: boolean
}

/** A plan as a page receives it, with the values that its form posts again. */
export interface PlanView extends Plan {
  hash: string
  /** One hash per row, to detect moved rows. */
  rowHashes: string[]
  /** Ids of the rows that changed since the plan was shown. */
  moved: string[]
}

export type ChangeProblem =
  | { kind: 'invalid' }
  | { kind: 'moved' }
  | { kind: 'nothing' }
  | { kind: 'reason' }
  /** The name was not typed, or is different. */
  | { kind: 'confirm'; lacksReason: boolean }
  | { kind: 'flag' }
  | { kind: 'trail' }
  | { kind: 'busy' }
  | { kind: 'stale' }
  | { kind: 'choose' }
  | { kind: 'tooMany'; tooMany: SelectionTooLarge }
  /** From the plan: why the one thing of a direct change is skipped; a message key. */
  | { kind: 'skipped'; because: string }
  | {
      kind: 'refused'
      problem: Problem
      fields: Record<string, string[]>
      entities: { id: string; key: string | null; type: string | null; field: string | null }[]
    }
  | { kind: 'unavailable'; problem: Problem }

/** A field that changed since the person started to edit (promise C3). */
export interface ConflictField {
  name: string
  yours: string[]
  theirs: string[]
  original: string[]
  /** Who changed it: with `both`, no choice is preselected. */
  changed: 'both' | 'theirs'
}

/** The source of a returned form, when not the current post. */
export type FilledFrom =
  | { kind: 'draft' }
  /** The form of a change that was cut, or has unknown outcomes. */
  | { kind: 'change' }
  /** The values before a record of the trail; `after` are the values that its change set. */
  | { kind: 'putBack'; sequence: number; after: FieldValues }

export interface FormReply {
  stage: 'form'
  /** The posted values without secrets, and their errors by field; for `useChangeForm`. */
  submission: SubmissionResult
  problem: ChangeProblem | null
  reason: string
  /** The typed confirmation. */
  confirm: string
  key: string
  /** The edited version, as posted. */
  original: Original | null
  from?: FilledFrom
  /** The change that this form has created since. */
  earlierChange?: SubmittedChange
}

export interface PlanReply {
  stage: 'plan'
  fields: [string, string][]
  plan: PlanView
  problem: ChangeProblem | null
  reason: string
  /** The typed confirmation. */
  confirm: string
  key: string
  reasonAsked: boolean
  only: string[]
  /** The edited version, of an edit with a plan. */
  original: Original | null
  /** The change that this plan has created since. */
  earlierChange?: SubmittedChange
  /** Where the reason and the confirmation were typed before. */
  from?: FilledFrom
}

export interface ConflictReply {
  stage: 'conflict'
  conflicts: ConflictField[]
  /** All posted fields, to be sent again. */
  fields: [string, string][]
  /** The edited version, and the current one. */
  original: Original
  current: Original
  problem: ChangeProblem
  reason: string
  key: string
}

/** The reply to a page when the change is not applied: the filled-in form, the plan, or the conflict. */
export type ChangeReply = FormReply | PlanReply | ConflictReply
