/**
 * A SQLite file in a worker thread, so that a long scan or a stuck disk does not block the requests of this process.
 */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { StoreUnavailable } from './store-unavailable'

interface ThreadOptions {
  file: string
  /** A read-only connection: its statements need not wait for a transaction to end. */
  isReader: boolean
  driver: string
}

interface ThreadReply {
  id: number
  rows?: unknown[]
  changes?: number
  error?: { message: string; code: string | undefined }
}

/** Opens the file. Throws SQLite's error when it cannot be opened or written. */
export async function openThread(file: string, { isReader = false } = {}): Promise<Dialect> {
  const thread = new Thread({ file, isReader, driver: createRequire(import.meta.url).resolve('libsql') })
  try {
    await thread.run('select 1', [])
  } catch (error) {
    await thread.close()
    throw error
  }
  return {
    createDriver: () => (isReader ? new ReadOnlyDriver(thread) : new WritingDriver(thread)),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Applies a migration and records it in one transaction, so that a process that dies in between leaves neither. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** SQLite's codes for a file that is temporarily unusable. */
const unavailableCodes = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/

class Thread {
  private readonly worker: Worker
  private readonly waiting = new Map<number, { resolve(answer: ThreadReply): void; reject(error: Error): void }>()
  private lastId = 0

  constructor(options: ThreadOptions) {
    this.worker = new Worker(`(${serveFile.toString()})(require)`, { eval: true, workerData: options })
    this.worker.unref()
    this.worker.on('message', (answer: ThreadReply) => this.settle(answer))
    this.worker.on('error', (error) => this.failAll(error))
    this.worker.on('exit', () => this.failAll(new Error('The store thread has ended')))
  }

  /** Runs one statement, after those submitted before. */
  async run(text: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    this.lastId += 1
    const id = this.lastId
    // Keeps the process alive until the reply arrives.
    if (this.waiting.size === 0) this.worker.ref()
    const { rows = [], changes } = await new Promise<ThreadReply>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.worker.postMessage({ id, text, parameters })
    })
    return { rows, ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }) }
  }

  async close(): Promise<void> {
    await this.run('close', []).catch(() => undefined)
    await this.worker.terminate()
  }

  private settle(answer: ThreadReply): void {
    const waiting = this.waiting.get(answer.id)
    this.waiting.delete(answer.id)
    if (this.waiting.size === 0) this.worker.unref()
    if (answer.error) waiting?.reject(asError(answer.error))
    else waiting?.resolve(answer)
  }

  private failAll(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(new StoreUnavailable(error))
    this.waiting.clear()
  }
}

function asError({ message, code }: NonNullable<ThreadReply['error']>): Error {
  const error = Object.assign(new Error(message), code === undefined ? {} : { code })
  return code !== undefined && unavailableCodes.test(code) ? new StoreUnavailable(error) : error
}

/**
 * The code of the thread; it is passed as text and may use nothing from outside. After a lock libsql leaves a statement
 * open, and no later transaction can commit; so after a lock the connection is reopened before the next transaction
 * begins.
 */
function serveFile(require: NodeJS.Require): void {
  const { parentPort, workerData } = require('node:worker_threads') as typeof import('node:worker_threads')
  const { file, isReader, driver } = workerData as ThreadOptions
  const Database = require(driver) as typeof import('libsql')
  let database: InstanceType<typeof Database> | null = null
  let wasLocked = false

  function open() {
    const opened = new Database(file)
    if (!isReader) opened.pragma('journal_mode = WAL')
    opened.pragma('synchronous = FULL')
    opened.pragma('foreign_keys = ON')
    opened.pragma('busy_timeout = 2000')
    if (isReader) opened.pragma('query_only = ON')
    return opened
  }

  function connection(text: string) {
    if (database && wasLocked && /^\s*(begin|select|insert|update|delete)/i.test(text) && !database.inTransaction) {
      const next = open()
      try {
        database.close()
      } catch {
        // Statements that the lock left open are closed with the connection.
      }
      database = next
      wasLocked = false
    }
    database ??= open()
    return database
  }

  function run(text: string, parameters: unknown[]) {
    const statement = connection(text).prepare(text)
    if (statement.reader) return { rows: statement.all(parameters) }
    return { changes: statement.run(parameters).changes }
  }

  parentPort?.on('message', ({ id, text, parameters }: { id: number; text: string; parameters: unknown[] }) => {
    try {
      if (text === 'close') database?.close()
      parentPort.postMessage({ id, ...(text === 'close' ? {} : run(text, parameters)) })
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      wasLocked ||= /^SQLITE_(?:BUSY|LOCKED)/.test(code ?? '')
      parentPort.postMessage({ id, error: { message, code } })
    }
  })
}

/** Runs one statement at a time, and none of other callers within a transaction. */
class WritingDriver implements Driver {
  private readonly connection: DatabaseConnection
  private queue: Promise<void> = Promise.resolve()
  private release: () => void = () => {}

  constructor(private readonly thread: Thread) {
    this.connection = connectionOf(thread)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.queue
    let done = () => {}
    this.queue = new Promise((resolve) => {
      done = resolve
    })
    await before
    this.release = done
    return this.connection
  }

  async releaseConnection(): Promise<void> {
    this.release()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  destroy(): Promise<void> {
    return this.thread.close()
  }
}

/** Runs single statements, which the thread queues itself. */
class ReadOnlyDriver extends WritingDriver {
  private readonly readConnection: DatabaseConnection

  constructor(thread: Thread) {
    super(thread)
    this.readConnection = connectionOf(thread)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.readConnection
  }

  override async releaseConnection(): Promise<void> {}
}

function connectionOf(thread: Thread): DatabaseConnection {
  return {
    executeQuery: <R>({ sql, parameters }: CompiledQuery) => thread.run(sql, parameters) as Promise<QueryResult<R>>,
    // biome-ignore lint/correctness/useYield: callers read a page at a time instead
    streamQuery: async function* () {
      throw new Error('Streaming is not supported: read one page at a time')
    },
  }
}
