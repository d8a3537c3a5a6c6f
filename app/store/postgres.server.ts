/** The engine for several replicas: PostgreSQL through a pool that outlives its server's restarts (design §10). */
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

/** Connections one process holds at most. */
const mostConnections = 10

/** What a person who waits is given, in milliseconds; afterwards the page says that the store does not answer. */
const patience = {
  connectionTimeoutMillis: 3_000,
  lock_timeout: 2_000,
  statement_timeout: 8_000,
  // Where the server does not even say that it gave up.
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies PoolConfig

/** For work nobody waits for: migrations, and moving a store. */
const unhurried = { connectionTimeoutMillis: 10_000 } satisfies PoolConfig

/** Connects when something is asked; nothing is known of the server before. */
export function postgresDialect(url: string, { hurried }: { hurried: boolean }): PostgresDialect {
  return new Dialect({ pool: new MendingPool(url, hurried ? patience : unhurried) })
}

/** The columns of the migrations mean here what they mean in SQLite. */
class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}

/** Whole numbers have 64 bits, and text compares by code point, whatever the language of the database. */
const columnTypes: Record<string, string> = { integer: 'bigint', text: 'text collate "C"' }

class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const type = this.parentNode?.kind === 'ColumnDefinitionNode' ? columnTypes[node.dataType] : undefined
    if (type) this.append(type)
    else super.visitDataType(node)
  }
}

/** Counts, times and sequences stay below 2^53, and sums of them are numbers too. */
const asNumber = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC])

const parsers: PoolConfig['types'] = {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own type
  getTypeParser: (oid: number, format?: any) => (asNumber.has(oid) ? Number : types.getTypeParser(oid, format)),
}

/** `remote_apply` is stricter still, and stays. */
const lastingCommits = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') not in ('on', 'remote_apply')`

/** A pool that never ends the process, and never hands out a connection again that was lost. */
class MendingPool implements PostgresPool {
  private readonly pool: Pool
  private readonly lasting = new WeakSet<PoolClient>()

  constructor(url: string, limits: PoolConfig) {
    this.pool = new Pool({
      connectionString: url,
      application_name: 'plantroom',
      max: mostConnections,
      keepAlive: true,
      types: parsers,
      ...limits,
    })
    // Lost while idle or between two queries: the pool drops it, and whoever asks next gets another or is told.
    this.pool.on('error', () => {})
    this.pool.on('connect', (client) => client.on('error', () => {}))
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.pool.connect().catch(unavailable)
    const mending = new MendingClient(client)
    if (!this.lasting.has(client)) {
      // Whatever role and server are set to: what is acknowledged here is on their disk.
      await mending.query(lastingCommits, []).catch((error) => {
        client.release(true)
        throw error
      })
      this.lasting.add(client)
    }
    // Kysely asks for cursors only where it was given a class of them, and it is given none.
    return mending as unknown as PostgresPoolClient
  }

  end(): Promise<void> {
    return this.pool.end()
  }
}

class MendingClient {
  private isLost = false

  constructor(private readonly client: PoolClient) {}

  async query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      return (await this.client.query(text, [...parameters])) as unknown as PostgresQueryResult<R>
    } catch (error) {
      this.isLost ||= isLoss(error)
      throw this.isLost || isRefusal(error) ? new StoreUnavailable(error) : error
    }
  }

  release(): void {
    this.client.release(this.isLost)
  }
}

/** Connection exceptions, a server that stops or starts, and one that only reads because another has taken over. */
const losses = /^(?:08|57P0[1-3]|25006)/
/** Too many connections, a full disk, a lock or an answer that took too long. */
const refusals = /^(?:53|55P03|57014|40P01)/

/** What the server did not say itself is trouble on the way to it. */
function isLoss(error: unknown): boolean {
  return !(error instanceof DatabaseError) || losses.test(error.code ?? '')
}

function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && refusals.test(error.code ?? '')
}

function unavailable(error: unknown): never {
  throw new StoreUnavailable(error)
}
