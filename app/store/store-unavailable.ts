/**
 * The store does not respond now: its file is locked, or its server restarts or cannot be reached. The request may be
 * retried; the connection recovers by itself.
 */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The store is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'StoreUnavailable'
  }
}
