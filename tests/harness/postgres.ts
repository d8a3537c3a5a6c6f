/** Databases on this run's throw-away PostgreSQL, one for each console. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** Where the run keeps the address of its server. */
export const serverVariable = 'TEST_POSTGRES_URL'

/** Whether this run's consoles keep their store in PostgreSQL. */
export const onPostgres = process.env.STORE === 'postgres'

export interface Database {
  url: string
  drop(): Promise<void>
}

/** An empty database. `options` is what follows its name in `create database`. */
export async function newDatabase(options = ''): Promise<Database> {
  const server = process.env[serverVariable]
  if (!server) throw new Error('There is no PostgreSQL in this run: set STORE=postgres')
  const name = `plantroom_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} ${options}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
