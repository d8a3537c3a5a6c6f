/** The shared context of every handler and background job. */
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { createHistoryRegistry, type HistoryRegistry } from '../history/registry'
import { createLinks, type Links } from '../link/registry'
import { type Clock, createClock } from './clock'
import { clockOffsetMs, clockOffsetSchema } from './clock-offset'
import { createServiceFaults, type ServiceFaults } from './faults'
import { createFolder } from './folder'
import { idempotencySchema } from './idempotency'
import { createInFlight, type InFlight } from './in-flight'
import { createIntents, type Intents, intentSchema } from './intents'
import { createJobs, type Jobs, jobsSchema } from './jobs'
import { journalSchema } from './journal'
import { createLanes, type Lanes } from './lanes'
import { peopleSchema } from './people'
import type { ServiceSettings } from './settings'
import { openStore, type Store } from './store'
import { createTokens, type TokenVerifier } from './tokens'
import { clearUploads } from './upload'

export interface World {
  settings: ServiceSettings
  clock: Clock
  store: Store
  jobs: Jobs
  links: Links
  intents: Intents
  lanes: Lanes
  faults: ServiceFaults
  tokens: TokenVerifier
  inFlight: InFlight
  histories: HistoryRegistry
  log: Logger
}

export interface WorldOptions {
  settings: ServiceSettings
  /** The tables of the services, in an order in which references resolve. */
  schemas: readonly string[]
  /** The wall clock by default. */
  clock?: Clock
}

/** Opens the store (`DATA_DIR/services.sqlite`) and creates the parts; nothing listens or runs yet. */
export function createWorld({ settings, schemas, clock = createClock() }: WorldOptions): World {
  createFolder(settings.dataDir)
  clearUploads(settings)
  const log = pino({ level: settings.logLevel, base: { program: 'services' } })
  const store = openStore(join(settings.dataDir, 'services.sqlite'), [
    peopleSchema,
    journalSchema,
    idempotencySchema,
    intentSchema,
    jobsSchema,
    clockOffsetSchema,
    ...schemas,
  ])
  clock.shift(clockOffsetMs(store))
  const inFlight = createInFlight()
  const lanes = createLanes()
  const jobs = createJobs({ store, clock, log, keepLog: settings.simControl })
  return {
    settings,
    clock,
    store,
    jobs,
    links: createLinks({ store }),
    intents: createIntents({ store, inFlight, lanes, log }),
    lanes,
    faults: createServiceFaults(),
    tokens: createTokens(settings),
    inFlight,
    histories: createHistoryRegistry({ store }),
    log,
  }
}
