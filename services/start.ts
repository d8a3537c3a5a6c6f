/** Starts the reference services, each on its own loopback port (design §2, §11). */

import { join } from 'node:path'
import { designer } from './contracts/designer'
import { deviceConfiguration } from './contracts/device-configuration'
import { operations } from './contracts/operations'
import { packages } from './contracts/package'
import { product } from './contracts/product'
import { site } from './contracts/site'
import { tenant } from './contracts/tenant'
import * as designerService from './designer'
import * as deviceConfigurationService from './device-configuration'
import { earlierInputSchema } from './history/earlier-inputs'
import { simulated } from './history/registry'
import { createSampleStore, type SampleStore } from './history/sample-store'
import { createSqliteSamples } from './history/sqlite-samples'
import { createIdentity } from './identity'
import { accountSchema } from './identity/accounts'
import { type Directory, demonstrationDirectory, installationDirectory } from './identity/directory'
import { prepareSignIn, type StartLink } from './identity/first-administrator'
import { type Clock, createClock } from './kit/clock'
import { keepRealTime } from './kit/clock-offset'
import { controlServer } from './kit/control'
import { migrateIssuer } from './kit/people'
import { serve } from './kit/serve'
import type { SeedProfile, ServiceSettings } from './kit/settings'
import { StartRefused } from './kit/start-refused'
import { createWorld, type World } from './kit/world'
import { createAgentServer } from './link/agent-server'
import { ensureBacnetModel } from './link/bacnet-model'
import { configureLinks } from './link/configuration'
import { createLinkEvents } from './link/events'
import type { PartialLink } from './link/port'
import { createProcessLink } from './link/process-link'
import { addProtocolColumn, bacnetProtocol, simulatedProtocol } from './link/registry'
import { createScheduleDelivery, registerScheduleExpiry, resumeSchedules } from './link/schedules'
import { createWorkRequests, registerWork, resumeWork, workSchema } from './link/work'
import { createFileReader } from './link/work-files'
import * as operationsService from './operations'
import * as packageService from './package'
import * as productService from './product'
import { accounts, clearStore, isEmpty, profileIn, seed, utcStartOfDay } from './seed'
import { installationSchema, seedInstallation } from './seed/installation'
import { seedOwnClient } from './seed/people'
import { createSimulatedHistory } from './simulation/building/history'
import { buildingSchema } from './simulation/building/schema'
import {
  schema as controllersSchema,
  createDeviceControl,
  register as registerControllers,
} from './simulation/controllers'
import { beginEvaluation, type PacketEvaluation } from './simulation/devices/evaluation'
import { createTakenOverHistory } from './simulation/devices/evaluation-history'
import { createSampleGraphics } from './simulation/fleet/sample-graphics'
import { createSimulatedLink } from './simulation/link'
import * as siteService from './site'
import * as tenantService from './tenant'

/** The port of each service, relative to PORT_BASE. */
export const portOffsets = {
  identity: 0,
  tenant: 1,
  site: 2,
  package: 3,
  product: 4,
  operations: 5,
  'device-configuration': 6,
  designer: 7,
  control: 8,
} as const

export interface RunningServices {
  world: World
  /** The one-time link that this start prints; null for none. */
  startLink: StartLink | null
  /** What this start says of controllers on real packets; null for nothing. */
  evaluationNotice: string | null
  /** Ends every connection and job, and closes every file. */
  close(): Promise<void>
}

export interface StartOptions {
  settings: ServiceSettings
  /** The wall clock by default. */
  clock?: Clock
  /** Links besides that of the simulation, by protocol. */
  links?: Readonly<Record<string, PartialLink>>
}

interface Listener {
  name: keyof typeof portOffsets
  listen(port: number, host: string): Promise<unknown>
  close(): Promise<unknown>
}

/** The default seed of a store. */
interface SeedOptions {
  profile?: SeedProfile | undefined
  word?: string | undefined
}

function fill(world: World, { profile, word }: SeedOptions = {}): void {
  const seeded = profile ?? world.settings.profile
  if (seeded === 'none') return seedInstallation(world)
  seed(world, { profile: seeded, word, epoch: world.settings.seedEpoch ?? utcStartOfDay(world.clock.now()) })
}

/** Opens the store and seeds it when it is empty; nothing runs yet. Throws when the data folder cannot be written. */
export function openWorld({ settings, clock = createClock(), links = {} }: StartOptions): World {
  const schemas = [
    tenantService,
    siteService,
    packageService,
    productService,
    deviceConfigurationService,
    operationsService,
    designerService,
  ].map(({ schema }) => schema)
  const world = createWorld({
    settings,
    schemas: [
      ...schemas,
      workSchema,
      buildingSchema,
      controllersSchema,
      earlierInputSchema,
      accountSchema,
      installationSchema,
    ],
    clock,
  })
  addProtocolColumn(world.store)
  siteService.addVanishedColumn(world.store)
  siteService.addGroupingColumn(world.store)
  siteService.addSearchedObjectColumns(world.store)
  siteService.addAgentColumn(world.store)
  siteService.addControllerColumn(world.store)
  siteService.addSeenColumn(world.store)
  siteService.addTrafficColumns(world.store)
  siteService.prepareReadiness(world.store)
  siteService.preparePointCounts(world.store)
  world.links.register(simulatedProtocol, createSimulatedLink(world))
  world.histories.provide(simulated, createSimulatedHistory(world))
  deviceConfigurationService.provideDeliveredGraphics(world, createSampleGraphics())
  const { profile, dataDir, linkPrograms, agentPort } = settings
  for (const [protocol, program] of Object.entries(linkPrograms)) registerProgram(world, protocol, program)
  for (const [protocol, link] of Object.entries(links)) world.links.register(protocol, link)
  siteService.prepareSearch(world.store)
  if (profile === 'none') keepRealTime(world, 'SEED=none is a real installation')
  else if (Object.keys(linkPrograms).length > 0 || agentPort !== null)
    keepRealTime(world, 'a link to real controllers is configured')
  if (isEmpty(world)) fill(world)
  else if ((profileIn(world) === 'none') !== (profile === 'none')) {
    throw new StartRefused(
      profile === 'none'
        ? `SEED: the data folder ${dataDir} has the demonstration of an evaluation; use an empty DATA_DIR`
        : `SEED: the data folder ${dataDir} is that of a real installation; set SEED=none`,
    )
  } else if (profileIn(world) !== profile) {
    world.log.warn({ held: profileIn(world), profile, dataDir }, 'the data folder is not empty; its content is kept')
  }
  return world
}

/** Returns the file of a link's program; one that is named without a path is beside this one, as `bacnet-link` is. */
const programFileOf = (program: string): string =>
  /^[\w-]+$/.test(program) ? join(import.meta.dirname, `${program}.js`) : program

/** The program of the BACnet link. */
const bacnetProgram = 'bacnet-link'

/** Registers a link that runs in a process of its own. */
function registerProgram({ links, log }: World, protocol: string, program: string): void {
  links.register(protocol, createProcessLink({ command: process.execPath, args: [programFileOf(program)], log }))
}

/** Lets the history of controllers that were simulated until now begin with what was simulated. */
function continueHistory(world: World, { since }: PacketEvaluation, measured: SampleStore): void {
  if (since === null) return
  keepRealTime(world, 'a building of the evaluation is on real packets')
  const past = createSimulatedHistory(world)
  world.histories.provide(bacnetProtocol, createTakenOverHistory({ past, measured, since, clock: world.clock }))
}

/** Opens the history of what links measure, when there are any besides the simulation. */
async function openSamples(
  { histories, settings, clock, log }: World,
  protocols: readonly string[],
): Promise<SampleStore | null> {
  if (protocols.length === 0) return null
  const { samplesDatabaseUrl: url, dataDir } = settings
  // The client of PostgreSQL takes a while to load.
  const engine = url
    ? await (await import('./history/postgres-samples')).createPostgresSamples(url)
    : createSqliteSamples(join(dataDir, 'samples'))
  const samples = createSampleStore({ engine, clock, log })
  for (const protocol of protocols) histories.provide(protocol, samples)
  return samples
}

/** Writes the points of simulated controllers in a world that has not been started. */
export async function writeSimulatedPoints(world: World, deviceIds: readonly string[]): Promise<void> {
  await siteService.learnModelObjects(world)
  for (const id of deviceIds) siteService.ensurePoints(world, id)
}

/** Opens the store, with what links know of models. */
async function prepareWorld(options: StartOptions): Promise<World> {
  const world = openWorld(options)
  await siteService.learnModelObjects(world)
  return world
}

async function startLinks(world: World, samples: SampleStore | null): Promise<void> {
  await world.links.start(
    createLinkEvents(world, samples),
    createScheduleDelivery(world),
    createWorkRequests(world),
    createFileReader(world),
  )
  // Those in processes of their own answer from now on.
  await siteService.learnModelObjects(world)
}

/**
 * Starts everything. Throws when the data folder cannot be written or a port is in use; nothing is left running then.
 */
export async function startServices(options: StartOptions): Promise<RunningServices> {
  const { settings } = options
  const { agentPort, host } = settings
  const world = await prepareWorld(options)
  const { store, jobs, inFlight, intents, links } = world
  const evaluation = await beginEvaluation(world, options.links ? null : settings.evaluationPort)
  const isEvaluated = typeof evaluation?.since === 'number'
  if (isEvaluated) registerProgram(world, bacnetProtocol, bacnetProgram)
  const protocols = [...Object.keys(settings.linkPrograms), ...Object.keys(options.links ?? {})]
  const samples = await openSamples(world, [
    ...protocols,
    ...(agentPort === null && !isEvaluated ? [] : [bacnetProtocol]),
  ])
  if (evaluation && samples) continueHistory(world, evaluation, samples)
  const agents = agentPort !== null && samples ? createAgentServer(world, samples) : null
  if (agents) links.acceptAgents(agents)
  seedOwnClient(world)
  const startLink = settings.profile === 'none' ? await prepareSignIn(world) : null
  const directory = settings.profile === 'none' ? installationDirectory(world) : demonstrationDirectory(accounts)
  if (settings.runIdentity) migrateIssuer(store, { issuer: settings.issuer, subjects: directory.subjects() })
  tenantService.register(world)
  siteService.register(world)
  deviceConfigurationService.register(world)
  operationsService.register(world)
  registerWork(world)
  registerScheduleExpiry(world)
  registerControllers(world)

  const listeners: Listener[] = [
    fastifyListener('tenant', serve({ service: 'tenant', contract: tenant, handlers: tenantService.handlers, world })),
    fastifyListener(
      'site',
      serve({
        service: 'site',
        contract: site,
        handlers: siteService.handlers,
        inspections: siteService.inspections,
        admissions: siteService.admissions,
        consultations: siteService.consultations,
        world,
      }),
    ),
    fastifyListener(
      'package',
      serve({ service: 'package', contract: packages, handlers: packageService.handlers, world }),
    ),
    fastifyListener(
      'product',
      serve({ service: 'product', contract: product, handlers: productService.handlers, world }),
    ),
    fastifyListener(
      'operations',
      serve({ service: 'operations', contract: operations, handlers: operationsService.handlers, world }),
    ),
    fastifyListener(
      'device-configuration',
      serve({
        service: 'device-configuration',
        contract: deviceConfiguration,
        handlers: deviceConfigurationService.handlers,
        inspections: deviceConfigurationService.inspections,
        admissions: deviceConfigurationService.admissions,
        consultations: deviceConfigurationService.consultations,
        world,
      }),
    ),
    fastifyListener(
      'designer',
      designerService.serveOwnFiles(
        serve({ service: 'designer', contract: designer, handlers: designerService.handlers, world }),
      ),
    ),
  ]
  const services = listeners.map(({ name }) => name)
  if (settings.runIdentity) listeners.push(await identityListener(world, directory))
  if (settings.simControl) {
    const reset = ({ profile, seed: word }: { profile?: SeedProfile; seed?: string }) => {
      clearStore(world)
      fill(world, { profile, word })
      seedOwnClient(world)
      // Jobs that the seed left due run before the first request, however far the clock has been moved.
      jobs.runDue(world.clock.now())
    }
    listeners.push(
      fastifyListener(
        'control',
        controlServer({ world, devices: createDeviceControl(world), services: [...services, 'identity'], reset }),
      ),
    )
  }

  const close = async () => {
    jobs.stop()
    intents.stop()
    await Promise.all([...listeners, ...(agents ? [agents] : [])].map((listener) => listener.close()))
    await links.stop()
    await evaluation?.close()
    // The clients are gone; running calls may use the store until they end.
    await inFlight.drain()
    await samples?.close()
    store.close()
  }
  try {
    for (const listener of listeners) {
      await listener.listen(settings.portBase + portOffsets[listener.name], host)
    }
    if (agents && agentPort !== null) await agents.listen(agentPort, host)
  } catch (error) {
    await close()
    throw error
  }
  await startLinks(world, samples)
  if (links.has(bacnetProtocol) || agents) ensureBacnetModel(world)
  await configureLinks(world)
  resumeSchedules(world)
  resumeWork(world)
  intents.resume()
  jobs.start()
  return { world, startLink, evaluationNotice: evaluation?.notice ?? null, close }
}

interface FastifyLike {
  listen(options: { host: string; port: number }): Promise<unknown>
  close(): Promise<unknown>
}

const loopback = '127.0.0.1'

const fastifyListener = (name: Listener['name'], app: FastifyLike): Listener => ({
  name,
  listen: (port, host) => app.listen({ host: name === 'control' ? loopback : host, port }),
  close: () => app.close(),
})

async function identityListener(world: World, directory: Directory): Promise<Listener> {
  const identity = await createIdentity({ world, directory })
  const { server } = identity
  return {
    name: 'identity',
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => resolve(undefined))
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      identity.close()
    },
  }
}
