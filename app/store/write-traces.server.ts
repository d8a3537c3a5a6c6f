/** Traces writes to the store as spans of their request: the operation and the table, never the values. */
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely'
import { isTraced, traceWrite } from '~/traces.server'

/** The statements that write; a transaction is on disk once its `commit` has ended. */
const writing = /^\s*(?:(insert|update|delete)(?:\s+or\s+\w+)?(?:\s+(?:into|from))?\s+"?(\w+)|(commit)\s*$)/i

/** Returns the dialect with a span around each write, when traces are collected. */
export function withWriteTraces(dialect: Dialect, system: 'postgresql' | 'sqlite'): Dialect {
  if (!isTraced()) return dialect
  const wrapped = new WeakSet<DatabaseConnection>()

  function withSpans(connection: DatabaseConnection): DatabaseConnection {
    if (wrapped.has(connection)) return connection
    wrapped.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const [, operation, table, commit] = writing.exec(query.sql) ?? []
      const kind = (operation ?? commit)?.toLowerCase()
      if (!kind) return execute<R>(query)
      return traceWrite({ system, operation: kind, table }, () => execute<R>(query))
    }
    return connection
  }

  return {
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = async () => withSpans(await acquire())
      return driver
    },
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}
