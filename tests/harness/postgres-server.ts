/** One throw-away PostgreSQL for every test file of a run with `STORE=postgres`. */
import { startPostgres } from '../../app/commands/postgres.mjs'
import { serverVariable } from './postgres'

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres()
  process.env[serverVariable] = server.url('postgres')
  return server.stop
}
