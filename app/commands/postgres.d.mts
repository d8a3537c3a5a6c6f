export interface PostgresServer {
  /** The address of one of its databases; `postgres` is there at once. */
  url(name: string): string
  /** The path of the socket it listens on. */
  socket: string
  /** Starts a second server, which has all that this one acknowledges from then on. Throws when it cannot be set up. */
  standby(): Promise<PostgresServer>
  /** Makes a standby one that takes writes. */
  promote(): void
  /** As abrupt as a crash. */
  restart(): Promise<void>
  /** Ends it as a crash does; what it wrote stays. */
  kill(): Promise<void>
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>
}

/** Throws, with the reason, when none can be had. */
export function startPostgres(): Promise<PostgresServer>
