/**
 * The store does not respond now: its file is locked, or its server restarts or cannot be reached. The request may be
 * retried; the connection recovers by itself.
 */
export class StoreUnavailable extends Error {
  /** Whether the transaction only waited too long for others, so that nothing of it was done. */
  readonly isCrowded: boolean

  constructor(cause: unknown, { isCrowded = false } = {}) {
    super(`The store is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'StoreUnavailable'
    this.isCrowded = isCrowded
  }
}
