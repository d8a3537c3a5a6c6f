/** What a change will do, per subject, before it is done (design §7). */
import type { SubmissionResult } from '@conform-to/react'
import type { Problem } from '~/backend/service-error'
import type { TooMany } from '~/domain/selection'
import type { Subject } from '~/trail/record'
import { formTokenField } from '~/ui/form-token'
import type { MadeBefore } from '~/ui/made-notice'

/** The fields of a change's form that belong to the machinery; a page never names its own so. */
export const metaFields = {
  key: '_key',
  stage: '_stage',
  plan: '_plan',
  rows: '_rows',
  /** The subjects a change is narrowed to, when the rest of it is tried again. */
  only: '_only',
  /** The eTag of what an edit was made from, and what the form showed of it, as JSON. */
  version: '_version',
  was: '_was',
  /** What it shows now, as JSON, and per field whether `yours` or `theirs` is kept (`_take.<field>`). */
  theirs: '_theirs',
  take: '_take.',
  reason: 'reason',
  /** The name of what cannot be brought back, typed where its plan is agreed to. */
  confirm: 'confirmName',
  token: formTokenField,
} as const

/** What a field of a form holds: a text, a box, or several. */
export type Held = string | boolean | readonly string[] | null | undefined

/** A form filled in with what a thing holds, by field name. */
export type HeldFields = Readonly<Record<string, Held>>

/** What an edit was made from: the eTag, and what the form showed. */
export interface Original {
  version: string
  values: HeldFields
}

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
  /** When it happens: at once, once the thing is back, or once the first ones are well. Nothing where there is no waiting. */
  timing?: 'now' | 'waits' | 'held'
  fields: PlanField[]
  /** The eTag of what the plan was made from: a thing that changed elsewhere has moved, whatever of it is shown. */
  version?: string
  /** The customer it belongs to, where its own answer says so: then nobody has to ask again. */
  customerId?: string | undefined
  /**
   * Of what is written anew even where it stands already: since when it stands as asked, null where nobody says. Absent
   * where it does not.
   */
  standsSince?: string | null
  /** What the trail keeps as before and after; the fields where absent. */
  before?: unknown
  after?: unknown
}

export interface Plan {
  rows: PlanRow[]
  /** For the edit of one thing: what its form would be filled in with now, by field name. */
  current?: HeldFields
  /** What only the world can say about the form: keys by field name. With any, the form comes back. */
  errors?: Record<string, string[]>
  /** More is chosen than the change reaches: it has no rows then, and the form comes back. */
  tooMany?: TooMany | null
  /** Message keys shown above the table. */
  notes?: string[]
  /** Headings of a file that say nothing here. */
  unknown?: string[]
  /** What has to be typed before it is carried out: the name of what cannot be brought back. */
  confirm?: string | undefined
  /** Whether this very plan demands a reason, where the change only demands one sometimes. */
  needsReason?: boolean
}

/** A plan as a page gets it: with what its form has to bring back. */
export interface PlanView extends Plan {
  hash: string
  /** One hash a row, by which a moved row is found. */
  rowHashes: string[]
  /** Ids of the rows that are not as they were in the plan that was shown before. */
  moved: string[]
}

export type ChangeProblem =
  | { kind: 'invalid' }
  | { kind: 'moved' }
  | { kind: 'nothing' }
  | { kind: 'reason' }
  /** The name was not typed, or not as it is. */
  | { kind: 'confirm'; lacksReason: boolean }
  | { kind: 'flag' }
  | { kind: 'trail' }
  | { kind: 'busy' }
  | { kind: 'stale' }
  | { kind: 'choose' }
  | { kind: 'tooMany'; tooMany: TooMany }
  /** Told by the plan: why the one thing of a direct change cannot be done; a message key. */
  | { kind: 'skipped'; because: string }
  | {
      kind: 'refused'
      problem: Problem
      fields: Record<string, string[]>
      entities: { id: string; key: string | null; type: string | null; field: string | null }[]
    }
  | { kind: 'unavailable'; problem: Problem }

/** One field that is not as it was when somebody began to edit (promise C3). */
export interface ConflictField {
  name: string
  yours: string[]
  theirs: string[]
  original: string[]
  /** Who changed it: where both did, nothing is chosen for the person. */
  changed: 'both' | 'theirs'
}

/** Where a form that came back was filled in from, when not by the post just made. */
export type FilledFrom =
  | { kind: 'draft' }
  /** What a change was asked with that was cut, or of which nobody knows how it ended. */
  | { kind: 'change' }
  /** The values before a record of the trail; `after` is what that change made of them. */
  | { kind: 'putBack'; sequence: number; after: HeldFields }

export interface FormReply {
  stage: 'form'
  /** What was filled in, without secrets, and what is wrong with it by field; `useChangeForm` reads it. */
  submission: SubmissionResult
  problem: ChangeProblem | null
  reason: string
  /** The name that was typed to confirm. */
  confirm: string
  key: string
  /** What the edit was made from, as the form brought it. */
  original: Original | null
  from?: FilledFrom
  /** The change it has led to since it was answered. */
  made?: MadeBefore
}

export interface PlanReply {
  stage: 'plan'
  fields: [string, string][]
  plan: PlanView
  problem: ChangeProblem | null
  reason: string
  /** The name that was typed to confirm. */
  confirm: string
  key: string
  reasonAsked: boolean
  only: string[]
  /** What an edit with a plan was made from. */
  original: Original | null
  /** The change it has led to since it was answered. */
  made?: MadeBefore
}

export interface ConflictReply {
  stage: 'conflict'
  conflicts: ConflictField[]
  /** Everything filled in, to be sent again. */
  fields: [string, string][]
  /** What the edit was made from, and what is there now. */
  original: Original
  current: Original
  problem: ChangeProblem
  reason: string
  key: string
}

/** What a page gets back when the change is not done: the form as it was filled in, the plan, or the conflict. */
export type ChangeReply = FormReply | PlanReply | ConflictReply
