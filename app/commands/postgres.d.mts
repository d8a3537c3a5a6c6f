export interface PostgresServer {
  /** The address of one of its databases; `postgres` is there at once. */
  url(name: string): string
  /** As abrupt as a crash. */
  restart(): Promise<void>
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>
}

/** Throws, with the reason, when none can be had. */
export function startPostgres(): Promise<PostgresServer>
