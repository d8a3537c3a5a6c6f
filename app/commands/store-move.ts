/**
 * `npm run store:move -- --from <data folder> --to <postgres address>`: carries the embedded store over to an empty
 * PostgreSQL database (docs/operating.md). The address may come from DATABASE_URL instead, where no other process
 * sees its password. Exit 0: everything was moved; 1: nothing was, and why; 64: asked wrongly.
 */
import { parseArgs } from 'node:util'
import { MoveFailed, type MoveSummary, moveStore } from '~/store/move.server'
import { UnreachableDatabase } from '~/store/store.server'

try {
  const { from, to } = parseArguments()
  if (from && to) tell(await moveStore(from, to))
  else {
    console.error('usage: npm run store:move -- --from <data folder> --to <postgres address>')
    process.exitCode = 64
  }
} catch (error) {
  if (!(error instanceof MoveFailed || error instanceof UnreachableDatabase)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function parseArguments(): { from?: string; to?: string } {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string', default: process.env.DATABASE_URL } } as const
    return parseArgs({ args: process.argv.slice(2).filter((one) => one !== '--'), options }).values
  } catch {
    return {}
  }
}

function tell({ tables, heads }: MoveSummary): void {
  for (const { name, rows } of tables) console.log(`${name.padEnd(20)} ${rows} rows in both`)
  for (const { tenantId, sequence, hash } of heads) console.log(`tenant ${tenantId}: record ${sequence}, head ${hash}`)
  console.log('Everything was moved. Sessions stay open if SESSION_SECRET stays the same.')
}
