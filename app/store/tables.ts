/**
 * The console's own tables, typed in one place (design §10). Machine times are milliseconds since 1970; the
 * trail's `at` is ISO text, because it is part of what is hashed. JSON is text.
 */
import type { Selectable } from 'kysely'

/** One signed-in browser. The cookie's id is never stored, only its SHA-256. */
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
  /** Who is refreshing the tokens right now; the time changes as long as they are alive. */
  lock_owner: string | null
  lock_until: number
}

/** A sign-in that went to the provider and has not come back. */
export interface PendingSignInTable {
  state_hash: string
  /** SHA-256 of the browser's own half, so that nobody finishes another's sign-in. */
  browser_hash: string
  /** SHA-256 of the address it was begun from, by which they are bounded. */
  sender: string
  /** PKCE verifier and nonce, sealed. */
  sealed: string
  return_to: string
  created_at: number
}

/** One form that was sent with its key: what came of it (spec §7; a second send gets the same answer). */
export interface IdempotencyTable {
  person: string
  mutation: string
  key: string
  body_hash: string
  /** `sent` once its intents are on disk: from then on nobody else takes it over. */
  state: 'running' | 'sent' | 'done'
  /** Until when nobody else takes over what has sent nothing yet; also by whom it was claimed is known by it. */
  lease_until: number
  /** The process that claimed it. */
  owner: string | null
  /** The change that it became, or is to become. */
  tenant_id: string | null
  change_id: string | null
  response_status: number | null
  response_location: string | null
  created_at: number
}

/** One line of the trail; append-only (design §8). */
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
  /** Issuer and subject, which the actor's JSON holds too; null in records of older consoles. */
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

/**
 * What intents and refusals are searched by: kept beside the trail, made from it, and no part of what is hashed. What
 * is shown comes from the records.
 */
export interface TrailStateTable {
  tenant_id: string
  sequence: number
  /** How it ended by now. */
  outcome: string
  /** Names of the subject and of the actor, in small letters. */
  names: string
}

/** The newest line of each tenant's chain. */
export interface ChainHeadTable {
  tenant_id: string
  sequence: number
  hash: string
}

/** An intent without an outcome, and the process that is at work on it. */
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

/** What is kept for a person: a form whose session ended before it arrived (promise S6), or the reply to one. */
export interface DraftTable {
  /** SHA-256 of the id in the address. */
  id_hash: string
  kind: 'form' | 'reply'
  /** Whose it is: issuer and subject, as the session names them. */
  person: string
  /** Path and query of the page the form is on. */
  address: string
  /** What was filled in or answered, without secrets, sealed. */
  sealed: string
  created_at: number
}

/** What a change was asked with, so that the rest of it can be tried again (promise C4). */
export interface ChangeFormTable {
  tenant_id: string
  change_id: string
  /** Path and query the form was posted to. */
  address: string
  /** What was filled in, without secrets, sealed. */
  sealed: string
  /** Whether something secret was left out, so that it cannot be sent again as it is. */
  lacks_secret: number
  /** Who filled it in. */
  person: string | null
  created_at: number
}

/** A text that waits for the one look its person has at it. */
export interface ShownOnceTable {
  /** SHA-256 of whose it is and of what. */
  id_hash: string
  sealed: string
  created_at: number
}

/** A view of a list under a name of its person's, who alone sees it. */
export interface SavedViewTable {
  id: string
  /** Issuer and subject, as the session names them. */
  person: string
  /** Path of the list. */
  list: string
  name: string
  /** The query of its address. */
  search: string
  created_at: number
}

/** How lists look to a person: all of them where `list` is empty, else the view of that name. */
export interface ListLookTable {
  person: string
  list: string
  /** As words of an address. */
  look: string
  changed_at: number
}

/** The head of a chain at a time, signed (design §8). */
export interface CheckpointTable {
  tenant_id: string
  sequence: number
  hash: string
  at: string
  /** Which public key verifies it. */
  key_id: string
  signature: string
  /** The record that the checkpoint before it names; null where an older console did not say. */
  previous: number | null
}

/** A row that stood in the trail where no chain had put it, and was in the way of the next record. */
export interface SetAsideTable {
  id: string
  tenant_id: string
  sequence: number
  /** The row as it was, as JSON. */
  row: string
  set_aside_at: number
}

/** A public key that signed checkpoints; kept when the key is replaced, so that old signatures can be verified. */
export interface SigningKeyTable {
  key_id: string
  /** Base64 SPKI. */
  public_key: string
  created_at: number
}

/** Until when an alarm is acknowledged; it asks for somebody again when it is still active then. */
export interface AcknowledgementEndTable {
  tenant_id: string
  customer_id: string
  alarm_id: string
  /** The controller that raised it, by which its service finds it. */
  device_id: string | null
  ends_at: number
  /** The change that set it. */
  change_id: string
}

/** What somebody leaves for the next shift of a customer, or of one of its sites. */
export interface ShiftNoteTable {
  id: string
  tenant_id: string
  customer_id: string
  /** Null for the whole customer. */
  site_id: string | null
  site_name: string | null
  text: string
  /** Who left it, as their provider names them. */
  author: string
  created_at: number
}

/** When somebody looked at the shift page of a place. */
export interface ShiftVisitTable {
  person: string
  tenant_id: string
  customer_id: string
  /** Empty for the whole customer. */
  site_id: string
  seen_at: number
  /** When the visit before this one ended; null for the first. */
  before_at: number | null
}

/** Until when somebody holds a role that was given for a time; it says nothing while they hold another one there. */
export interface RoleEndTable {
  tenant_id: string
  user_id: string
  /** Empty for the role in the tenant. */
  customer_id: string
  role: string
  /** The last day that was asked for, and the moment at which it is over for who asked. */
  last_day: string
  ends_at: number
  /** The change that gave it. */
  change_id: string
}

/** The console's own turn at the roles of a tenant that have run out. */
export interface RunOutTurnTable {
  tenant_id: string
  /** Counts them: what a turn sends is known by its number. */
  number: number
  /** The process whose turn it is; null between two. */
  owner: string | null
  next_at: number
  tried_at: number
  /** How often in a row it did not come to an end, and why the last time. */
  failures: number
  because: string | null
  /** The last change that it made. */
  change_id: string | null
  /** Its changes of which something is not known, as a JSON list of ids. */
  unsettled: string
}

/** Somebody whose use of the console is not counted. */
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
