/** Traces writes to the store as spans of their request: the operation and the table, never the values. */
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely'
import { isTraced, tracedWrite } from '~/traces.server'

/** The statements that write; a transaction is on disk once its `commit` has ended. */
const writing = /^\s*(?:(insert|update|delete)(?:\s+or\s+\w+)?(?:\s+(?:into|from))?\s+"?(\w+)|(commit)\s*$)/i

/** Returns the dialect with a span around each write, when traces are collected. */
export function traced(dialect: Dialect, system: 'postgresql' | 'sqlite'): Dialect {
  if (!isTraced()) return dialect
  const known = new WeakSet<DatabaseConnection>()

  function telling(connection: DatabaseConnection): DatabaseConnection {
    if (known.has(connection)) return connection
    known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const [, operation, table, commit] = writing.exec(query.sql) ?? []
      const named = (operation ?? commit)?.toLowerCase()
      if (!named) return execute<R>(query)
      return tracedWrite({ system, operation: named, table }, () => execute<R>(query))
    }
    return connection
  }

  return {
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = async () => telling(await acquire())
      return driver
    },
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}
