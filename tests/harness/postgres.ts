/** Databases on this run's throw-away PostgreSQL, one for each console. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** Where the run keeps the address of its server. */
export const serverVariable = 'TEST_POSTGRES_URL'

/** Whether this run's consoles keep their store in PostgreSQL. */
export const onPostgres = process.env.STORE === 'postgres'

export interface Database {
  url: string
  /** Waits until no connection to it is opening or at work. */
  idle(): Promise<void>
  drop(): Promise<void>
}

/** An empty database. `options` is what follows its name in `create database`. */
export async function newDatabase(options = ''): Promise<Database> {
  const server = process.env[serverVariable]
  if (!server) throw new Error('There is no PostgreSQL in this run: set STORE=postgres')
  const name = `plantroom_${randomBytes(6).toString('hex')}`
  await onServer(server, (client) => client.query(`create database ${name} ${options}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    idle: () => onServer(server, (client) => untilIdle(client, name)),
    drop: () => onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

async function untilIdle(client: Client, name: string): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = $1 and state is distinct from 'idle'`,
      [name],
    )
    if (rowCount === 0) return
  }
}

async function onServer(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
