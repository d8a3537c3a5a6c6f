/** The shared context of every handler and background job. */
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { type Clock, createClock } from './clock'
import { createFaults, type Faults } from './faults'
import { makeFolder } from './folder'
import { idempotencySchema } from './idempotency'
import { createJobs, type Jobs, jobsSchema } from './jobs'
import { journalSchema } from './journal'
import { movedBy, movedClockSchema } from './moved-clock'
import { peopleSchema } from './people'
import type { Settings } from './settings'
import { openStore, type Store } from './store'
import { createTokens, type Tokens } from './tokens'
import { createUnderWay, type UnderWay } from './under-way'
import { clearUploads } from './upload'

export interface World {
  settings: Settings
  clock: Clock
  store: Store
  jobs: Jobs
  faults: Faults
  tokens: Tokens
  underWay: UnderWay
  log: Logger
}

export interface WorldOptions {
  settings: Settings
  /** The tables of the services, in an order in which references resolve. */
  schemas: readonly string[]
  /** The wall clock by default. */
  clock?: Clock
}

/** Opens the store (`DATA_DIR/services.sqlite`) and creates the parts; nothing listens or runs yet. */
export function createWorld({ settings, schemas, clock = createClock() }: WorldOptions): World {
  makeFolder(settings.dataDir)
  clearUploads(settings)
  const log = pino({ level: settings.logLevel, base: { program: 'services' } })
  const store = openStore(join(settings.dataDir, 'services.sqlite'), [
    peopleSchema,
    journalSchema,
    idempotencySchema,
    jobsSchema,
    movedClockSchema,
    ...schemas,
  ])
  clock.shift(movedBy(store))
  const jobs = createJobs({ store, clock, log, keepLog: settings.simControl })
  return {
    settings,
    clock,
    store,
    jobs,
    faults: createFaults(),
    tokens: createTokens(settings),
    underWay: createUnderWay(),
    log,
  }
}
