/** Reads of the embedded store that do not wait for writes: a stuck disk delays changes, not pages. */
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import type { Tables } from './tables'

/**
 * Returns the dialect with single reads on a second connection, `reading`, while the connection that writes is in use.
 * Both see committed data only, as two connections to a server do. Searches must not use the second connection: every
 * page would wait for them. Without it, reads wait for writes.
 */
export function withUnblockedReads(dialect: Dialect, reading: () => Promise<Kysely<Tables>>): Dialect {
  return {
    createDriver: () => new RoutingDriver(dialect.createDriver(), reading),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

class RoutingDriver implements Driver {
  /** Number of callers that have or wait for the connection that writes. */
  private claims = 0

  constructor(
    private readonly writer: Driver,
    private readonly reading: () => Promise<Kysely<Tables>>,
  ) {}

  init(): Promise<void> {
    return this.writer.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Lane(this)
  }

  async releaseConnection(lane: DatabaseConnection): Promise<void> {
    const { writeConnection } = lane as Lane
    if (!writeConnection) return
    this.claims -= 1
    await this.writer.releaseConnection(writeConnection)
  }

  async beginTransaction(lane: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.writer.beginTransaction(await (lane as Lane).acquireWriter(), settings)
  }

  async commitTransaction(lane: DatabaseConnection): Promise<void> {
    await this.writer.commitTransaction(await (lane as Lane).acquireWriter())
  }

  async rollbackTransaction(lane: DatabaseConnection): Promise<void> {
    await this.writer.rollbackTransaction(await (lane as Lane).acquireWriter())
  }

  destroy(): Promise<void> {
    return this.writer.destroy()
  }

  async claimWriter(): Promise<DatabaseConnection> {
    this.claims += 1
    try {
      return await this.writer.acquireConnection()
    } catch (error) {
      this.claims -= 1
      throw error
    }
  }

  /** Returns the connection for reads while the other one is in use; null when it is not needed or not available. */
  async readerWhileBusy(): Promise<Kysely<Tables> | null> {
    return this.claims === 0 ? null : this.reading().catch(() => null)
  }
}

/** A caller's connection: the second one until its first write, then the one that writes. */
class Lane implements DatabaseConnection {
  writeConnection: DatabaseConnection | undefined

  constructor(private readonly driver: RoutingDriver) {}

  async acquireWriter(): Promise<DatabaseConnection> {
    this.writeConnection ??= await this.driver.claimWriter()
    return this.writeConnection
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isRead = this.writeConnection === undefined && query.query.kind === 'SelectQueryNode'
    const reader = isRead ? await this.driver.readerWhileBusy() : null
    if (reader) return reader.executeQuery<R>(query as CompiledQuery<R>)
    return (await this.acquireWriter()).executeQuery<R>(query)
  }

  // biome-ignore lint/correctness/useYield: callers read a page at a time instead
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: read one page at a time')
  }
}
