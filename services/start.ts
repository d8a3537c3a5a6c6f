/** Starts the reference services, each on its own loopback port (design §2, §11). */

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
import { createIdentity } from './identity'
import { type Clock, createClock } from './kit/clock'
import { controlServer } from './kit/control'
import { migrateIssuer } from './kit/people'
import { serve } from './kit/serve'
import type { Profile, ServiceSettings } from './kit/settings'
import { createWorld, type World } from './kit/world'
import { createLinkEvents } from './link/events'
import { addProtocolColumn, simulatedProtocol } from './link/registry'
import * as operationsService from './operations'
import * as packageService from './package'
import * as productService from './product'
import { accounts, clearStore, isEmpty, profileIn, seed, utcStartOfDay } from './seed'
import { seedOwnClient } from './seed/people'
import { createSimulatedHistory } from './simulation/building/history'
import {
  schema as controllersSchema,
  createDeviceControl,
  register as registerControllers,
} from './simulation/controllers'
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
  /** Ends every connection and job, and closes every file. */
  close(): Promise<void>
}

export interface StartOptions {
  settings: ServiceSettings
  /** The wall clock by default. */
  clock?: Clock
}

interface Listener {
  name: keyof typeof portOffsets
  listen(port: number, host: string): Promise<unknown>
  close(): Promise<unknown>
}

/** The default seed of a store. */
interface SeedOptions {
  profile?: Profile | undefined
  word?: string | undefined
}

function fill(world: World, { profile = world.settings.profile, word }: SeedOptions = {}): void {
  seed(world, { profile, word, epoch: world.settings.seedEpoch ?? utcStartOfDay(world.clock.now()) })
}

/** Opens the store and seeds it when it is empty; nothing runs yet. Throws when the data folder cannot be written. */
export function openWorld({ settings, clock = createClock() }: StartOptions): World {
  const schemas = [
    tenantService,
    siteService,
    packageService,
    productService,
    deviceConfigurationService,
    operationsService,
    designerService,
  ].map(({ schema }) => schema)
  const world = createWorld({ settings, schemas: [...schemas, controllersSchema, earlierInputSchema], clock })
  addProtocolColumn(world.store)
  world.links.register(simulatedProtocol, createSimulatedLink(world))
  world.histories.provide(simulated, createSimulatedHistory(world))
  siteService.prepareSearch(world.store)
  if (isEmpty(world)) fill(world)
  else if (profileIn(world) !== settings.profile) {
    const { profile, dataDir } = settings
    world.log.warn({ held: profileIn(world), profile, dataDir }, 'the data folder is not empty; its content is kept')
  }
  return world
}

/**
 * Starts everything. Throws when the data folder cannot be written or a port is in use; nothing is left running then.
 */
export async function startServices(options: StartOptions): Promise<RunningServices> {
  const { settings } = options
  const world = openWorld(options)
  const { store, jobs, inFlight, intents, links } = world
  seedOwnClient(world)
  if (settings.runIdentity) migrateIssuer(store, { issuer: settings.issuer, subjects: accounts.map(({ id }) => id) })
  tenantService.register(world)
  siteService.register(world)
  deviceConfigurationService.register(world)
  operationsService.register(world)
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
  if (settings.runIdentity) listeners.push(await identityListener(world))
  if (settings.simControl) {
    const reset = ({ profile, seed: word }: { profile?: Profile; seed?: string }) => {
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
    await Promise.all(listeners.map((listener) => listener.close()))
    await links.stop()
    // The clients are gone; running calls may use the store until they end.
    await inFlight.drain()
    store.close()
  }
  try {
    for (const listener of listeners) {
      await listener.listen(settings.portBase + portOffsets[listener.name], settings.host)
    }
  } catch (error) {
    await close()
    throw error
  }
  await links.start(createLinkEvents(world))
  intents.resume()
  jobs.start()
  return { world, close }
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

async function identityListener({ settings, faults }: World): Promise<Listener> {
  const identity = await createIdentity({ settings, accounts, faults })
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
