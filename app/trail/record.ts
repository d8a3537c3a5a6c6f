/** One record of the trail, and the words in which a change can end (design §8). */

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
  /** The person's record in the tenant of the change; '' where they have none there. */
  id: string
  /** Who they are at the provider: issuer and subject. Records of older consoles do not name the subject. */
  issuer: string
  subject?: string
  /** As the provider names them. */
  name: string
  role: string
}

/** One request that left the console on behalf of a change. */
export interface CallMade {
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
  /** What was done together carries one id. */
  changeId: string
  /** `intent` before the work, `outcome` after it, `refusal` where nothing was begun. */
  entry: 'intent' | 'outcome' | 'refusal'
  /** For an outcome: the intent it closes. */
  intentSequence: number | null
  actor: Actor
  customerId: string | null
  mutation: string
  subject: Subject
  reason: string | null
  before: unknown
  after: unknown
  calls: CallMade[]
  outcome: Outcome
  /** Why, where the outcome is not `done`. */
  detail: Record<string, unknown> | null
  address: string
  userAgent: string
  previousHash: string
  hash: string
}
