/** One record of the trail, and the outcomes of a change (design §8). */

export const outcomes = ['pending', 'done', 'failed', 'refused', 'denied', 'unknown'] as const
export type Outcome = (typeof outcomes)[number]

/** A thing that was, or would have been, changed; name and path as they were then. */
export interface Subject {
  kind: string
  id: string
  name: string
  path?: { id: string; name: string; type: string }[]
}

export interface Actor {
  /** Id of the user record in the tenant of the change; '' for people without one there. */
  id: string
  /** Identity at the provider: issuer and subject. Records of older consoles have no subject. */
  issuer: string
  subject?: string
  /** The name at the provider. */
  name: string
  role: string
}

/** One request that the console sent for a change. */
export interface CallRecord {
  method: string
  path: string
  status: number | null
  ms: number
}

export interface TrailRecord {
  tenantId: string
  /** From 1, without a gap, per tenant. */
  sequence: number
  at: string
  requestId: string
  /** All records of one change have the same id. */
  changeId: string
  /** `intent` before the work, `outcome` after it, `refusal` when no work was started. */
  entry: 'intent' | 'outcome' | 'refusal'
  /** For an outcome: the sequence of its intent. */
  intentSequence: number | null
  actor: Actor
  customerId: string | null
  mutation: string
  subject: Subject
  reason: string | null
  before: unknown
  after: unknown
  calls: CallRecord[]
  outcome: Outcome
  /** The reason, where the outcome is not `done`. */
  detail: Record<string, unknown> | null
  address: string
  userAgent: string
  previousHash: string
  hash: string
}
