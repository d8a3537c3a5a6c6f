import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What also runs with its consoles on PostgreSQL (`STORE=postgres`): what the store has a part in. */
const aboutTheStore = [
  'tests/door/**',
  ...[
    'change',
    'cut-changes',
    'looked-up',
    'put-back',
    'roles',
    'rollout-rest',
    'session',
    'site-import',
    'store-trouble',
    'trail',
    'trail-actor',
    'trail-late',
    'trail-pages',
    'trail-tampering',
    'uploads',
  ].map((name) => `tests/requests/${name}.test.ts`),
]
/** Every request, by `npm run prove`. */
const onBoth = process.env.PROVE === '1' ? ['tests/requests/**', 'tests/door/**'] : aboutTheStore
/** Starts no console of the harness, or breaks the services and never the store. */
const onSqliteOnly = [
  'tests/requests/start.test.ts',
  'tests/requests/outage.test.ts',
  'tests/requests/malformed.test.ts',
]
const onPostgresOnly = ['tests/replicas/**', 'tests/promises/v6.test.ts']
const onPostgres = process.env.STORE === 'postgres'

/** Sets the environment of its process, or the clock, or is about a process that nobody else was in. */
const alone = ['tests/door/**', 'tests/promises/**', 'tests/replicas/**']

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const testsIn = (pattern: string) => pattern.replace(/\*\*$/, '**/*.test.{ts,tsx}')
const chosen = (onPostgres ? [...onBoth, ...onPostgresOnly] : ['tests/**']).map(testsIn)
const left = ['tests/browser/**', 'node_modules/**', ...(onPostgres ? onSqliteOnly : onPostgresOnly)]
const isAlone = (pattern: string) => alone.some((one) => pattern.startsWith(one.replace('**', '')))

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
    globalSetup: [here('harness/run-folder.ts'), ...(onPostgres ? [here('harness/postgres-server.ts')] : [])],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: onPostgres ? chosen.filter(isAlone) : alone.map(testsIn),
          exclude: left,
        },
      },
      {
        // One process takes one file after the other, and imports what they share once.
        extends: true,
        test: {
          name: 'together',
          include: onPostgres ? chosen.filter((pattern) => !isAlone(pattern)) : chosen,
          exclude: [...left, ...alone],
          isolate: false,
        },
      },
    ],
  },
})
