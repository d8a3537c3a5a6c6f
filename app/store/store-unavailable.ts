/**
 * The store does not answer now: its file is held by somebody else, its server restarts or cannot be reached. What
 * was asked may be asked again; the connection mends itself.
 */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The store does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'StoreUnavailable'
  }
}
