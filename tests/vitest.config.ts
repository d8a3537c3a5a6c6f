import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { alone } from './alone'

/** What also runs with its consoles on PostgreSQL (`STORE=postgres`): what the store has a part in. */
const aboutTheStore = [
  ...['first-store', 'rights', 'session', 'sign-in', 'store-types', 'store-upgrade', 'trail-search'].map(
    (name) => `tests/door/${name}.test.ts`,
  ),
  ...['cut-changes', 'large-change', 'own-lists', 'trail', 'trail-late'].map(
    (name) => `tests/requests/${name}.test.ts`,
  ),
  'tests/services/history-contract.test.ts',
  'tests/services/measured.test.ts',
  'tests/services/past-samples.test.ts',
  'tests/services/samples.test.ts',
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

const testsIn = (pattern: string) => pattern.replace(/\*\*$/, '**/*.test.{ts,tsx}')
const chosen = onPostgres ? [...onBoth, ofEitherStore, ...onPostgresOnly] : ['tests/**']
/** Whether what is alone is of what runs. */
const isChosen = (file: string) =>
  chosen.some((pattern) => (pattern.endsWith('**') ? file.startsWith(pattern.slice(0, -2)) : file === pattern))
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
    // The run on the other engine reads what the first one transformed.
    experimental: { fsModuleCache: true, fsModuleCachePath: here('../node_modules/.cache/vitest') },
    // Each waits for replies and disks half of its time; beside the browser there is room for two.
    maxWorkers: isFull ? 3 : onPostgres ? 2 : 4,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone.filter(isChosen),
          exclude: left,
        },
      },
      {
        // One process takes one file after the other, and imports what they share once.
        extends: true,
        test: {
          name: 'together',
          include: chosen.map(testsIn),
          exclude: [...left, ...alone],
          isolate: false,
        },
      },
    ],
  },
})
