/** Reads that pages need most: their statements are written once, since writing one takes longer than sending it. */
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { database } from './store.server'
import type { Tables } from './tables'

/**
 * Returns a function that reads with the statement of `build` and its own values in place of those that `build` was
 * given. Every value must stand in the statement as it is.
 */
export function preparedRead<Values extends readonly unknown[], Row>(
  build: (db: Kysely<Tables>, ...values: Values) => Compilable<Row>,
): (...values: Values) => Promise<Row[]> {
  const statements = new WeakMap<Kysely<Tables>, CompiledQuery<Row>>()
  // What stands for the values while the statement is written.
  const places = Array.from({ length: build.length - 1 }, () => Symbol('value'))

  return async (...values) => {
    const db = database()
    const statement = statements.get(db) ?? build(db, ...(places as unknown as Values)).compile()
    statements.set(db, statement)
    const parameters = statement.parameters.map((one) => {
      const place = places.indexOf(one as symbol)
      return place < 0 ? one : values[place]
    })
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows
  }
}
