import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What also runs with its consoles on PostgreSQL (`STORE=postgres`), and what runs only there. */
const onBoth = ['tests/requests/**', 'tests/door/**']
/** Starts no console of the harness, or breaks the services and never the store. */
const onSqliteOnly = [
  'tests/requests/start.test.ts',
  'tests/requests/outage.test.ts',
  'tests/requests/malformed.test.ts',
]
const onPostgresOnly = ['tests/replicas/**', 'tests/promises/v6.test.ts']
const onPostgres = process.env.STORE === 'postgres'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const testsIn = (pattern: string) => pattern.replace(/\*\*$/, '**/*.test.{ts,tsx}')

export default defineConfig({
  root: here('..'),
  resolve: {
    alias: [
      { find: /^~\//, replacement: here('../app/') },
      { find: /^#contracts\//, replacement: here('../services/contracts/') },
    ],
  },
  esbuild: { jsx: 'automatic' },
  test: {
    include: onPostgres ? [...onBoth, ...onPostgresOnly].map(testsIn) : ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**', 'node_modules/**', ...(onPostgres ? onSqliteOnly : onPostgresOnly)],
    globalSetup: onPostgres ? [here('harness/postgres-server.ts')] : [],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
