import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { alone } from './alone'

/** What also runs with its consoles on PostgreSQL (`STORE=postgres`): what the store has a part in. */
const aboutTheStore = [
  'tests/door/**',
  ...['change', 'cut-changes', 'own-lists', 'session', 'trail', 'trail-late', 'trail-pages'].map(
    (name) => `tests/requests/${name}.test.ts`,
  ),
]
const isFull = process.env.PROVE === '1'
/** Every request, by `npm run prove`. */
const onBoth = isFull ? ['tests/requests/**', 'tests/door/**'] : aboutTheStore
/** Starts no console of the harness, breaks the services and never the store, or is about the store's file. */
const onSqliteOnly = [
  'tests/requests/release.test.ts',
  'tests/requests/store-trouble.test.ts',
  'tests/requests/start.test.ts',
  'tests/requests/outage.test.ts',
  'tests/requests/malformed.test.ts',
]
const onPostgresOnly = ['tests/replicas/**', 'tests/promises/v6.test.ts']
/** Promises about the store, whichever it is. */
const ofEitherStore = 'tests/promises/v5.test.ts'
const onPostgres = process.env.STORE === 'postgres'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Whether what is alone runs on PostgreSQL, too. */
const isChosen = (pattern: string) => isFull || [...aboutTheStore, ...onPostgresOnly].includes(pattern)
const testsIn = (pattern: string) => pattern.replace(/\*\*$/, '**/*.test.{ts,tsx}')
const chosen = (onPostgres ? [...onBoth, ofEitherStore, ...onPostgresOnly] : ['tests/**']).map(testsIn)
const left = ['tests/browser/**', 'node_modules/**', ...(onPostgres ? onSqliteOnly : onPostgresOnly)]

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
    // Beside the browser there is room for one.
    maxWorkers: onPostgres && !isFull ? 1 : 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: onPostgres
            ? [
                ...alone.filter((pattern) => pattern !== 'tests/promises/**' && isChosen(pattern)),
                ofEitherStore,
                'tests/promises/v6.test.ts',
              ].map(testsIn)
            : alone.map(testsIn),
          exclude: left,
        },
      },
      {
        // One process takes one file after the other, and imports what they share once.
        extends: true,
        test: {
          name: 'together',
          include: chosen,
          exclude: [...left, ...alone],
          isolate: false,
        },
      },
    ],
  },
})
