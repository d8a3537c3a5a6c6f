/** The engine for several replicas: PostgreSQL through a pool that survives server restarts (design §10). */
import {
  type DataTypeNode,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
} from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { StoreUnavailable } from './store-unavailable'

/** Maximum number of connections of one process. */
const maxConnections = 10

/** Limits while a person waits, in milliseconds; after them the page reports that the store does not respond. */
const interactiveTimeouts = {
  connectionTimeoutMillis: 3_000,
  lock_timeout: 2_000,
  statement_timeout: 8_000,
  // For a server that does not even report its own timeout.
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies PoolConfig

/** Limits of background work: migrations, and moving a store. */
const backgroundTimeouts = { connectionTimeoutMillis: 10_000 } satisfies PoolConfig

/** Returns the dialect for an address; connects at the first query. */
export function postgresDialect(url: string, { isInteractive }: { isInteractive: boolean }): PostgresDialect {
  return new Dialect({ pool: new ReconnectingPool(url, isInteractive ? interactiveTimeouts : backgroundTimeouts) })
}

/** Maps the column types of the migrations to what they mean in SQLite. */
class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}

/** Integers have 64 bits, and text compares by code point, whatever the locale of the database. */
const columnTypes: Record<string, string> = { integer: 'bigint', text: 'text collate "C"' }

class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const type = this.parentNode?.kind === 'ColumnDefinitionNode' ? columnTypes[node.dataType] : undefined
    if (type) this.append(type)
    else super.visitDataType(node)
  }
}

/** Counts, times and sequences stay below 2^53, and so do their sums. */
const asNumber = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC])

const parsers: PoolConfig['types'] = {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own type
  getTypeParser: (oid: number, format?: any) => (asNumber.has(oid) ? Number : types.getTypeParser(oid, format)),
}

/** `remote_apply` is stricter, and stays. */
const durableCommits = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') not in ('on', 'remote_apply')`

/** A pool whose lost connections neither end the process nor are handed out again. */
class ReconnectingPool implements PostgresPool {
  private readonly pool: Pool
  private readonly durable = new WeakSet<PoolClient>()

  constructor(url: string, limits: PoolConfig) {
    this.pool = new Pool({
      connectionString: url,
      application_name: 'plantroom',
      max: maxConnections,
      keepAlive: true,
      types: parsers,
      ...limits,
    })
    // Lost while idle or between two queries: the pool drops it, and the next caller gets another or an error.
    this.pool.on('error', () => {})
    this.pool.on('connect', (client) => client.on('error', () => {}))
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.pool.connect().catch((error) => {
      throw new StoreUnavailable(error, { isCrowded: this.pool.totalCount >= maxConnections })
    })
    const wrapped = new ReconnectingClient(client)
    if (!this.durable.has(client)) {
      // Whatever the role and server are set to: acknowledged writes are on their disk.
      await wrapped.query(durableCommits, []).catch((error) => {
        client.release(true)
        throw error
      })
      this.durable.add(client)
    }
    // Kysely uses cursors only with a cursor class, and none is configured.
    return wrapped as unknown as PostgresPoolClient
  }

  end(): Promise<void> {
    return this.pool.end()
  }
}

class ReconnectingClient {
  private isLost = false

  constructor(private readonly client: PoolClient) {}

  async query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      return (await this.client.query(text, [...parameters])) as unknown as PostgresQueryResult<R>
    } catch (error) {
      this.isLost ||= isLoss(error)
      if (!this.isLost && !isUnavailable(error)) throw error
      throw new StoreUnavailable(error, { isCrowded: !this.isLost && isCrowded(error) })
    }
  }

  release(): void {
    this.client.release(this.isLost)
  }
}

/** Connection exceptions, a server that stops or starts, and one that became read-only after a failover. */
const lossCodes = /^(?:08|57P0[1-3]|25006)/
/** Too many connections, a full disk, a lock or a statement timeout. */
const unavailableCodes = /^(?:53|55P03|57014|40P01)/

/** Errors that the server did not report itself are connection failures. */
function isLoss(error: unknown): boolean {
  return !(error instanceof DatabaseError) || lossCodes.test(error.code ?? '')
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseError && unavailableCodes.test(error.code ?? '')
}

/** A lock timeout or a deadlock, after which the transaction is rolled back. */
function isCrowded(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:55P03|40P01)$/.test(error.code ?? '')
}
