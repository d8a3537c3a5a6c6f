/** A console's store as somebody beside the console meets it, whichever engine it is on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { postgresDialect } from '../../app/store/postgres.server'
import type { StorePlace } from '../../app/store/store.server'
import { openThread } from '../../app/store/store-thread.server'
import type { Tables } from '../../app/store/tables'

const file = 'console.sqlite'

/** Works on the store over a connection of its own. */
export async function inStore<T>(place: StorePlace, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const db = new Kysely<Tables>({
    dialect:
      place.databaseUrl === null
        ? await openThread(join(place.dataDir, file))
        : postgresDialect(place.databaseUrl, { isInteractive: false }),
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** From now on the trail takes no record, or none for which `when` is true of the row `NEW`. */
export function refuseRecords(place: StorePlace, when = '1 = 1'): Promise<void> {
  return inStore(place, async (db) => {
    const condition = sql.raw(when)
    if (place.databaseUrl === null) {
      await sql`create trigger refuse before insert on trail when ${condition}
        begin select raise(abort, 'disk full'); end`.execute(db)
      return
    }
    await sql`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'disk full'; end $$`.execute(db)
    await sql`create trigger refuse before insert on trail for each row when (${condition})
      execute function refuse()`.execute(db)
  })
}

/** The trail takes every record again. */
export function takeRecords(place: StorePlace): Promise<void> {
  return inStore(place, async (db) => {
    if (place.databaseUrl === null) await sql`drop trigger if exists refuse`.execute(db)
    else await sql`drop function if exists refuse() cascade`.execute(db)
  })
}

/** Holds the heads of all chains, as a process at work does, while `work` runs. */
export function whileHeld<T>(place: StorePlace, work: () => Promise<T>): Promise<T> {
  return inStore(place, (db) =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable('chain_head')
        .set((row) => ({ sequence: row.ref('sequence') }))
        .execute()
      return work()
    }),
  )
}

/** Everything that is stored, as text to search through, by the name of where it is. */
export async function storedText(place: StorePlace): Promise<[name: string, text: string][]> {
  if (place.databaseUrl === null)
    return [file, `${file}-wal`].map((name) => [name, readFileSync(join(place.dataDir, name), 'latin1')])
  return inStore(place, async (db) => {
    const texts: [string, string][] = []
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      texts.push([name, rows.flatMap((row) => Object.values(row as object)).join('\n')])
    }
    return texts
  })
}
