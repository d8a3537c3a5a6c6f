/**
 * The console's own tables (design §10). Machine times are milliseconds since 1970; the trail's `at` is ISO text,
 * because it is part of what is hashed. JSON is text.
 */
import type { Selectable } from 'kysely'

/** A session of a browser. The cookie's id is never stored, only its SHA-256. */
export interface SessionTable {
  id_hash: string
  person: string
  tokens_sealed: string | null
  access_expires_at: number
  created_at: number
  last_seen_at: number
  ended_at: number | null
  end_reason: string | null
  last_tenant_id: string | null
  last_customer_id: string | null
  /** The process that refreshes the tokens; `lock_until` changes as long as it is alive. */
  lock_owner: string | null
  lock_until: number
}

/** A sign-in that was sent to the provider and has not returned. */
export interface PendingSignInTable {
  state_hash: string
  /** SHA-256 of the browser's cookie, so that nobody can finish another person's sign-in. */
  browser_hash: string
  /** SHA-256 of the address that started it, which limits their number. */
  sender: string
  /** PKCE verifier and nonce, sealed. */
  sealed: string
  return_to: string
  created_at: number
}

/** One form sent with its idempotency key, and its result (spec §7: a second request gets the same reply). */
export interface IdempotencyTable {
  person: string
  mutation: string
  key: string
  body_hash: string
  /** `sent` once its intents are on disk: from then on no other process may claim it. */
  state: 'running' | 'sent' | 'done'
  /** Until when no other process may claim a form that has sent nothing yet; also identifies the claim. */
  lease_until: number
  /** The process that claimed it. */
  owner: string | null
  /** The change of this form; set when the form is claimed. */
  tenant_id: string | null
  change_id: string | null
  response_status: number | null
  response_location: string | null
  created_at: number
}

/** One record of the trail; append-only (design §8). */
export interface TrailTable {
  tenant_id: string
  sequence: number
  at: string
  request_id: string
  change_id: string
  entry: 'intent' | 'outcome' | 'refusal'
  intent_sequence: number | null
  actor: string
  actor_id: string
  /** Issuer and subject, which the actor's JSON contains too; null in records of older consoles. */
  identity: string | null
  customer_id: string | null
  mutation: string
  subject_kind: string
  subject_id: string
  subject_name: string | null
  subject_path: string | null
  reason: string | null
  before: string | null
  after: string | null
  calls: string | null
  outcome: string | null
  detail: string | null
  address: string | null
  user_agent: string | null
  previous_hash: string
  hash: string
}

/** Index of intents and refusals for searches: derived from the trail, not part of what is hashed and never shown. */
export interface TrailStateTable {
  tenant_id: string
  sequence: number
  /** Its outcome so far. */
  outcome: string
  /** Names of the subject and of the actor, in lower case. */
  names: string
}

/** The newest record of each tenant's chain. */
export interface ChainHeadTable {
  tenant_id: string
  sequence: number
  hash: string
}

/** An intent without an outcome, and the process that works on it. */
export interface OpenIntentTable {
  tenant_id: string
  sequence: number
  lease_owner: string
}

/** A running process; its open intents are closed as unknown after `until`. */
export interface ProcessLeaseTable {
  owner: string
  until: number
}

/** A draft: a form whose session ended before it arrived (promise S6), or the reply to a form. */
export interface DraftTable {
  /** SHA-256 of the id in the address. */
  id_hash: string
  kind: 'form' | 'reply'
  /** The owner: issuer and subject, as in the session. */
  person: string
  /** Path and query of the page with the form. */
  address: string
  /** The form or reply without secrets, sealed. */
  sealed: string
  created_at: number
}

/** The form of a change, so that its remaining part can be retried (promise C4). */
export interface ChangeFormTable {
  tenant_id: string
  change_id: string
  /** Path and query the form was posted to. */
  address: string
  /** The form without secrets, sealed. */
  sealed: string
  /** Whether a secret was left out, so that the form cannot be sent again as it is. */
  lacks_secret: number
  /** The person who sent it. */
  person: string | null
  created_at: number
}

/** A text that its person can read once. */
export interface ShownOnceTable {
  /** SHA-256 of the person and the thing. */
  id_hash: string
  sealed: string
  created_at: number
}

/** A saved view of a list, visible only to its person. */
export interface SavedViewTable {
  id: string
  /** Issuer and subject, as in the session. */
  person: string
  /** Path of the list. */
  list: string
  name: string
  /** The query of its address. */
  search: string
  created_at: number
}

/** A view of a list that everybody at its customer sees. */
export interface SharedViewTable {
  id: string
  tenant_id: string
  customer_id: string
  /** Path of the list. */
  list: string
  name: string
  /** The query of its address. */
  search: string
  /** The name of the person who shared it. */
  author: string
  created_at: number
}

/** List preferences of a person: for all lists when `list` is empty, else for the list of that name. */
export interface ListLookTable {
  person: string
  list: string
  /** As values of an address. */
  look: string
  changed_at: number
}

/** The signed head of a chain at a time (design §8). */
export interface CheckpointTable {
  tenant_id: string
  sequence: number
  hash: string
  at: string
  /** Id of the public key that verifies it. */
  key_id: string
  signature: string
  /** The sequence of the checkpoint before it; null where an older console did not record it. */
  previous: number | null
}

/** A row outside the chain that was in the place of the next record. */
export interface SetAsideTable {
  id: string
  tenant_id: string
  sequence: number
  /** The original row, as JSON. */
  row: string
  set_aside_at: number
}

/** A public key of signed checkpoints; kept after a rotation, so that old signatures can be verified. */
export interface SigningKeyTable {
  key_id: string
  /** Base64 SPKI. */
  public_key: string
  created_at: number
}

/** When an acknowledgement ends; an alarm that is still active then needs attention again. */
export interface AcknowledgementEndTable {
  tenant_id: string
  customer_id: string
  alarm_id: string
  /** The controller that raised the alarm; its service finds the alarm by it. */
  device_id: string | null
  ends_at: number
  /** The change that set it. */
  change_id: string
}

/** A note for the next shift of a customer, or of one of its sites. */
export interface ShiftNoteTable {
  id: string
  tenant_id: string
  customer_id: string
  /** Null for the whole customer. */
  site_id: string | null
  site_name: string | null
  text: string
  /** The author, as the provider describes them. */
  author: string
  created_at: number
}

/** When a person viewed the shift page of a place. */
export interface ShiftVisitTable {
  person: string
  tenant_id: string
  customer_id: string
  /** Empty for the whole customer. */
  site_id: string
  seen_at: number
  /** When the previous visit ended; null for the first. */
  before_at: number | null
}

/** When a temporary role ends; has no effect while the person has another role there. */
export interface RoleEndTable {
  tenant_id: string
  user_id: string
  /** Empty for the role in the tenant. */
  customer_id: string
  role: string
  /** The requested last day, and the moment it ends in the time zone of the requester. */
  last_day: string
  ends_at: number
  /** The change that granted it. */
  change_id: string
}

/** The console's own run that removes expired roles of a tenant. */
export interface RunOutTurnTable {
  tenant_id: string
  /** Run number, which identifies its requests. */
  number: number
  /** The process that runs it; null between runs. */
  owner: string | null
  next_at: number
  tried_at: number
  /** Consecutive failures, and the reason of the last one. */
  failures: number
  because: string | null
  /** The last change of a run. */
  change_id: string | null
  /** Changes whose outcome is partly unknown, as a JSON list of ids. */
  unsettled: string
}

/** A person who opted out of usage statistics. */
export interface UncountedTable {
  person: string
  since: number
}

export interface Tables {
  uncounted: UncountedTable
  run_out_turn: RunOutTurnTable
  role_end: RoleEndTable
  shift_note: ShiftNoteTable
  shift_visit: ShiftVisitTable
  acknowledgement_end: AcknowledgementEndTable
  signing_key: SigningKeyTable
  draft: DraftTable
  saved_view: SavedViewTable
  shared_view: SharedViewTable
  list_look: ListLookTable
  change_form: ChangeFormTable
  checkpoint: CheckpointTable
  set_aside: SetAsideTable
  shown_once: ShownOnceTable
  session: SessionTable
  pending_sign_in: PendingSignInTable
  idempotency: IdempotencyTable
  trail: TrailTable
  trail_state: TrailStateTable
  chain_head: ChainHeadTable
  open_intent: OpenIntentTable
  process_lease: ProcessLeaseTable
}

export type SessionRow = Selectable<SessionTable>
